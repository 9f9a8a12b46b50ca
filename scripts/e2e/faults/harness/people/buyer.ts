import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import { cancelExamRegistration, onlineExamRegistration } from '@portal/contract/exams/exams';
import type { NewCardFields } from '@portal/contract/payments/cards';
import type { Problem } from '@portal/contract/problem';
import { payProctorFee, submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { getCreditsInfo } from '@portal/contract/students/student';
import { sql } from '../../../../portal/databases.ts';
import { mailsTo } from '../../../../portal/mails.ts';
import { settle, type Transaction, transactions } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import type { Answer, Person } from '../../../../portal-user/person.ts';
import { creditPrice } from '../../../cards/credit-price.ts';
import { examThat, isPlain, rowOf, savedCard, someCard } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { aStudent, type SignedIn } from '../../../people/students.ts';

/**
 * Creates a student with a saved card and a new one, an exam to buy that has a fee of its own, and
 * a session to book.
 */
export interface Buyer extends SignedIn {
  ccId: string;
  newCard: NewCardFields;
  exam: Exam;
  sessionId: number;
  pricePerCredit: number;
}

const hasItsOwnFee = (exam: Exam): boolean =>
  exam.additionalCharge > 0 &&
  isPlain({ ...exam, additionalCharge: 0, examDuration: Math.min(exam.examDuration, 150) });

export async function aBuyer(): Promise<Buyer> {
  const student = await aStudent();
  const [card, newCard, exam, sessionId, pricePerCredit] = await Promise.all([
    savedCard(student.person),
    someCard(),
    examThat(student.person, hasItsOwnFee),
    aSession(),
    creditPrice(student.person),
  ]);
  return { ...student, ccId: card.ccId, newCard, exam, sessionId, pricePerCredit };
}

/**
 * Asks as the web app does: retries with the same key and body while no answer comes or a service
 * is unavailable, for half a minute at most. Returns the answer, which may be a refusal.
 */
export async function answered<Spec extends CallSpec>(
  person: Person,
  spec: Spec,
  input: CallInput<Spec> | Readonly<Record<string, unknown>>,
  key: string = randomUUID(),
): Promise<Answer<CallAnswer<Spec> & Problem>> {
  const answer = await until(
    () => person.ask(spec, input, key).catch(() => null),
    (got) => got !== null && got.status < 500 && got.body.code !== 'request_in_progress',
    30,
    150,
  );
  if (answer === null) throw new Error(`${spec.path} has no answer`);
  return answer;
}

/** Does the same and throws when the answer is a refusal. */
export async function persist<Spec extends CallSpec>(
  person: Person,
  spec: Spec,
  input: CallInput<Spec>,
  key: string = randomUUID(),
): Promise<CallAnswer<Spec>> {
  const { status, body } = await answered(person, spec, input, key);
  if (status !== 200) throw new Error(`${spec.path} ended with ${status} ${JSON.stringify(body)}`);
  return body;
}

export const purchase = ({ exam, ccId, pricePerCredit }: Buyer) => ({
  examId: exam.id,
  ccId,
  numberOfCredits: exam.credits,
  amount: exam.credits * pricePerCredit,
});

/**
 * Goes the whole way: buys the exam with the saved card, pays both fees with the new one, books the
 * session. Returns the registration.
 */
export async function buyPayBook(buyer: Buyer): Promise<number> {
  const { person, exam, sessionId, newCard } = buyer;
  const bought = await persist(person, submitPaymentAndGetExam, purchase(buyer));
  if (bought.registrationId === null || bought.error !== null)
    throw new Error(`not registered: ${bought.error}`);
  const { registrationId, proctorFee } = bought;
  const amount = proctorFee + exam.additionalCharge;
  await persist(person, payProctorFee, {
    examId: exam.id,
    amount,
    registrationId,
    sessionId,
    proctorFee,
    ...newCard,
  });
  await persist(person, scheduleSessionForRegistration, { registrationId, sessionId });
  return registrationId;
}

/**
 * Cancels the exam once the processor has settled, so that some of the payment can be refunded.
 */
export async function cancelExam({ person }: Buyer, registrationId: number): Promise<void> {
  await settle();
  await persist(person, cancelExamRegistration, { registrationId });
}

/** Registers once more with the returned credits. */
export async function getAgain({ person, exam }: Buyer): Promise<void> {
  await persist(person, onlineExamRegistration, { examId: exam.id });
}

const PROCTOR_FEE = 15;
const priceOf = ({ exam, pricePerCredit }: Buyer) => exam.credits * pricePerCredit;

/** One charge for the credits and one for the fees, each card saved once. */
async function expectPaidOnce(buyer: Buyer, savedCards = 2): Promise<void> {
  expect((await chargesOf(buyer)).map(({ amount }) => amount)).toEqual([
    priceOf(buyer),
    PROCTOR_FEE + buyer.exam.additionalCharge,
  ]);
  expect(
    await sql('payments', 'SELECT 1 FROM card WHERE student_id = $1', [buyer.id]),
  ).toHaveLength(savedCards);
}

/** Paid for once, and the exam booked. */
export async function expectBoughtOnce(buyer: Buyer): Promise<void> {
  await expectPaidOnce(buyer);
  expect(await rowOf(buyer.person, buyer.exam.id)).toMatchObject({
    status: 'scheduled',
    testSessionId: buyer.sessionId,
  });
}

/**
 * Paid for once; the credits are the student's again and the exam's own fee is refunded to its
 * card, once. The proctor fee is not refundable.
 */
export async function expectCancelledOnce(buyer: Buyer, savedCards?: number): Promise<void> {
  await expectPaidOnce(buyer, savedCards);
  await until(
    async () =>
      (await linesOf(buyer)).filter(({ type }) => type === 'refund').map(({ amount }) => amount),
    (refunds) => refunds.join() === String(buyer.exam.additionalCharge),
    30,
    150,
  );
  expect((await buyer.person.do(getCreditsInfo, {})).totalCredits).toBe(buyer.exam.credits);
  expect(await rowOf(buyer.person, buyer.exam.id)).toMatchObject({ registration_id: null });
}

/**
 * The returned credits are spent again, once, and the exam is registered without another charge.
 */
export async function expectGotAgainOnce(buyer: Buyer): Promise<void> {
  await expectPaidOnce(buyer);
  expect((await buyer.person.do(getCreditsInfo, {})).totalCredits).toBe(0);
  expect(await rowOf(buyer.person, buyer.exam.id)).toMatchObject({
    status: 'registered',
    testSessionId: null,
  });
}

const linesOf = async ({ id }: { id: number }): Promise<Transaction[]> =>
  (await transactions()).filter(
    ({ customer, status }) => customer === String(id) && status !== 'declined',
  );

/** Returns the charges of a student at the processor, oldest first. */
export const chargesOf = async (student: { id: number }): Promise<Transaction[]> =>
  (await linesOf(student)).filter(({ type }) => type === 'authCapture');

/** Returns the subjects of a student's mails, without the time of a session, sorted. */
export async function subjectsTo({ email }: { email: string }): Promise<string[]> {
  return (await mailsTo(email)).map(({ subject }) => subject.replace(/:.*/, '')).sort();
}
