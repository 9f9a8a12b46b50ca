import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  registerAndBook,
  registerAndBookWithProfile,
} from '@portal/contract/purchases/register-and-book';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import {
  examThat,
  isOfThreeCredits,
  rowOf,
  savedCard,
  someCard,
} from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { charged } from '../../payments/charged.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { cardFor, chargesOnce } from '../payments/charges.ts';
import { seatsLeft } from './ready-to-book.ts';

type Call = typeof registerAndBook | typeof registerAndBookWithProfile;
const FEE = 15;

/** Creates a student with one credit, an exam of three and a session with two seats. */
async function twoMissing() {
  const [student, sessionId] = await Promise.all([
    aStudent({ credits: 1 }),
    aSession({ seats: 2 }),
  ]);
  const [pricePerCredit, exam] = [
    await creditPrice(student.person),
    await examThat(student.person, isOfThreeCredits),
  ];
  const input = {
    examId: exam.id,
    sessionId,
    numberOfCredits: 2,
    amount: 2 * pricePerCredit + FEE,
  };
  return { student, exam, sessionId, price: pricePerCredit, input };
}

// registration tries each refusal on rows: booking/purchases/register-and-book
function refusesBeforeCharging(call: Call): void {
  test('refuses a full session, charges nothing and holds no seat', async () => {
    const { student, input } = await twoMissing();
    const { person, id } = student;
    const full = { ...input, sessionId: await aSession({ seats: 0 }) };
    const card = await cardFor({ call }, student);
    expect(refusal(await person.ask(call, { ...full, ...card }, randomUUID()))).toEqual({
      status: 409,
      code: 'session_full',
      detail: 'Session full',
    });
    expect(await charged(id)).toEqual([]);
    expect(
      await sql('registration', 'SELECT 1 FROM seat_hold WHERE student_id = $1', [id]),
    ).toEqual([]);
  });

  test('refuses fewer credits than are missing, with or without a card', async () => {
    const { student, input, price } = await twoMissing();
    const card = await cardFor({ call }, student);
    for (const numberOfCredits of [0, 1]) {
      const amount = numberOfCredits * price + FEE;
      expect(
        refusal(
          await student.person.ask(
            call,
            { ...input, numberOfCredits, amount, ...card },
            randomUUID(),
          ),
        ),
      ).toMatchObject({ status: 422, code: 'too_few_credits' });
    }
    expect(await charged(student.id)).toEqual([]);
  });
}

describe('registerAndBook', () => {
  test('saves the card, charges once, registers, books and emails both messages', async () => {
    const { student, exam, sessionId, input, price } = await twoMissing();
    const card = await someCard();
    const answer = await student.person.do(registerAndBook, { ...input, ...card });
    expect(answer).toMatchObject({
      totCreditsAvailable: 0,
      exam: { id: exam.id, status: 'scheduled', proctor_fee_paid: true },
      session: { testSessionId: sessionId },
      paid: { credits: 2 * price, proctorFee: FEE, additionalFee: 0 },
      paymentMethod: { cc4digits: card.ccLast4 },
      error: null,
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
    expect(await seatsLeft(sessionId)).toBe(1);
    expect((await mailTo(student.email, /receipt|payment/i)).text).toContain(
      `$${input.amount.toFixed(2)}`,
    );
    expect((await mailTo(student.email, /session/i)).text).toContain(exam.subject);
  });

  test('lets admins act for a student, and no other role', async () => {
    const [{ student, input }, admin, advisor] = await Promise.all([
      twoMissing(),
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_ADVISOR'),
    ]);
    const forStudent = { ...input, ...(await someCard()), student_id: student.id };
    expect(refusal(await advisor.ask(registerAndBook, forStudent, randomUUID()))).toMatchObject({
      status: 403,
    });
    await admin.do(registerAndBook, forStudent);
    expect(await rowOf(student.person, input.examId)).toMatchObject({ status: 'scheduled' });
  });

  refusesBeforeCharging(registerAndBook);
  chargesOnce({ call: registerAndBook, make: twoMissing });
});

describe('registerAndBookWithProfile', () => {
  test('charges only the fee to the saved card when the credits suffice', async () => {
    const student = await aStudent({ credits: 8 });
    const [exam, sessionId, { ccId }] = [
      await examThat(student.person, isOfThreeCredits),
      await aSession(),
      await savedCard(student.person),
    ];
    const answer = await student.person.do(registerAndBookWithProfile, {
      examId: exam.id,
      sessionId,
      numberOfCredits: 0,
      amount: FEE,
      ccId,
    });
    expect(answer).toMatchObject({
      totCreditsAvailable: 5,
      exam: { status: 'scheduled' },
      paid: { credits: 0, proctorFee: FEE },
      paymentMethod: null,
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([FEE]);
  });

  test('needs no card when nothing is due', async () => {
    const student = await aStudent({ credits: [{ credits: 8, proctorFeeCents: 0 }] });
    const [exam, sessionId] = [await examThat(student.person, isOfThreeCredits), await aSession()];
    const answer = await student.person.do(registerAndBookWithProfile, {
      examId: exam.id,
      sessionId,
      numberOfCredits: 0,
      amount: 0,
    });
    expect(answer).toMatchObject({
      exam: { status: 'scheduled' },
      session: { testSessionId: sessionId },
    });
    expect(await charged(student.id)).toEqual([]);
  });

  test('charges and books one of many concurrent students for the last seat', async () => {
    const sessionId = await aSession({ seats: 1 });
    const crowd = await Promise.all([1, 2, 3, 4].map(() => twoMissing()));
    const cards = await Promise.all(crowd.map(({ student }) => savedCard(student.person)));
    const answers = await Promise.all(
      crowd.map(({ student, input }, index) =>
        student.person.ask(
          registerAndBookWithProfile,
          { ...input, sessionId, ccId: cards[index]?.ccId },
          randomUUID(),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const paid = await Promise.all(crowd.map(({ student }) => charged(student.id)));
    expect(paid.flat()).toHaveLength(1);
    expect(await seatsLeft(sessionId)).toBe(0);
  });

  refusesBeforeCharging(registerAndBookWithProfile);
  chargesOnce({ call: registerAndBookWithProfile, make: twoMissing });
});
