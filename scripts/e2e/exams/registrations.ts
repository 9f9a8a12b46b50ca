import type { CallAnswer } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import { getAllExamsAccordingStudent, onlineExamRegistration } from '@portal/contract/exams/exams';
import type { NewCardFields, PaymentMethod } from '@portal/contract/payments/cards';
import { payProctorFee, saveCreditCard } from '@portal/contract/purchases/payments';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { sql } from '../../portal/databases.ts';
import { thePortal } from '../../portal/place.ts';
import { until } from '../../portal/until.ts';
import type { Person } from '../../portal-user/person.ts';
import { aNewCard } from '../cards/card.ts';

/**
 * Returns whether an exam is plain: no course, no other version, no extra fee, to be sat in person.
 */
export const isPlain = (exam: Exam): boolean =>
  exam.registration_id === null &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  !exam.online_only &&
  exam.program_content_code === null &&
  exam.alternate_course_version === null &&
  !exam.hasAlternateCourseVersion &&
  exam.additionalCharge === 0 &&
  exam.credits > 0 &&
  exam.examDuration <= 150;

/** Returns whether an exam is plain, of three credits, and has study materials to be mailed. */
export const isOfThreeCredits = (exam: Exam): boolean =>
  isPlain(exam) && exam.credits === 3 && exam.study_materials.length > 0;

/** Returns the exams that a student sees and that meet a condition, by default plain ones. */
export async function examsThat(
  person: Person,
  holds: (exam: Exam) => boolean = isPlain,
): Promise<Exam[]> {
  return (await person.do(getAllExamsAccordingStudent, {})).exams.filter(holds);
}

/** Returns the first of these exams. */
export async function examThat(
  person: Person,
  holds: (exam: Exam) => boolean = isPlain,
): Promise<Exam> {
  const [exam] = await examsThat(person, holds);
  if (!exam) throw new Error('the catalogue has no such exam');
  return exam;
}

/** Returns the student's current row of an exam. */
export const rowOf = (person: Person, examId: number): Promise<Exam> =>
  examThat(person, ({ id }) => id === examId);

/** Waits until the student's row of an exam has this status; returns the row. */
export const statusIs = (
  { person, exam }: { person: Person; exam: Pick<Exam, 'id'> },
  status: string,
  timeout: { seconds?: number; everyMs?: number } = {},
): Promise<Exam> =>
  until(
    () => rowOf(person, exam.id),
    (row) => row.status === status,
    timeout.seconds,
    timeout.everyMs,
  );

/**
 * Puts a registration, its online sitting and its result into a state that a test cannot reach by
 * calls. Changes are SQL; null leaves the registration itself unchanged.
 */
export async function put(
  registrationId: number,
  changes: string | null,
  { sitting, result }: { sitting?: string; result?: string } = {},
): Promise<void> {
  const ask = (text: string) => sql('registration', text, [registrationId]);
  for (const [table, change] of Object.entries({ online_sitting: sitting, exam_result: result })) {
    if (change === undefined) continue;
    await ask(`INSERT INTO ${table} (registration_id) VALUES ($1) ON CONFLICT DO NOTHING`);
    await ask(`UPDATE ${table} SET ${change} WHERE registration_id = $1`);
  }
  if (changes !== null) await ask(`UPDATE registration SET ${changes} WHERE id = $1`);
}

/** Returns a new card as the page sends it. */
export const someCard = (about: { zip?: string } = {}): Promise<NewCardFields> =>
  aNewCard(thePortal.sandboxUrl, about);

/** Saves a new card. */
export async function savedCard(person: Person): Promise<PaymentMethod> {
  return (await person.do(saveCreditCard, await someCard())).paymentMethod;
}

/** Registers an exam with existing credits; returns the row and the registration. */
export async function registered(
  person: Person,
  exam: Exam,
): Promise<{ exam: Exam; registrationId: number }> {
  const answer = await person.do(onlineExamRegistration, { examId: exam.id });
  if (!answer.exam || answer.registrationId === null)
    throw new Error(`not registered: ${answer.error}`);
  return { exam: answer.exam, registrationId: answer.registrationId };
}

/** Pays the fees of a registration with a new card. */
export async function feesPaid(
  person: Person,
  exam: Exam,
): Promise<CallAnswer<typeof payProctorFee>> {
  const {
    id: examId,
    registration_id: registrationId,
    proctor_fee_price: proctorFee,
    chargeAdditionalCharge,
    additionalCharge,
  } = exam;
  if (registrationId === null) throw new Error('not registered');
  const amount = proctorFee + (chargeAdditionalCharge ? additionalCharge : 0);
  return person.do(payProctorFee, {
    examId,
    registrationId,
    proctorFee,
    amount,
    ...(await someCard()),
  });
}

/** Registers, pays the fees and books the session. */
export async function booked(
  person: Person,
  exam: Exam,
  sessionId: number,
): Promise<{ exam: Exam; registrationId: number }> {
  const { exam: row, registrationId } = await registered(person, exam);
  await feesPaid(person, row);
  const answer = await person.do(scheduleSessionForRegistration, { registrationId, sessionId });
  return { exam: answer.exam, registrationId };
}
