import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import {
  registerAndBook,
  registerAndBookWithProfile,
} from '@portal/contract/purchases/register-and-book';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { startIn } from '../../../portal/start-in.ts';
import {
  booked,
  examsThat,
  examThat,
  isOfThreeCredits,
  isPlain,
  registered,
  rowOf,
  savedCard,
  someCard,
} from '../../exams/registrations.ts';
import { aSession, callOff, lateStart } from '../../exams/sessions.ts';
import { charged } from '../../payments/charged.ts';
import { grantAccommodation } from '../../people/accommodations.ts';
import { creditPrice } from '../../people/credit-price.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';
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

interface RefusalCase {
  student: SignedIn;
  exam: Exam;
  sessions: number[];
}
const isFree = (exam: Exam): boolean =>
  exam.registration_id === null &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  exam.credits <= 8;

/** Creates a student without credits, with an exam that meets a condition, and sessions. */
async function refusalCase(
  sessions: () => Promise<number[]>,
  holds: (exam: Exam) => boolean = isPlain,
): Promise<RefusalCase> {
  const student = await aStudent();
  return { student, exam: await examThat(student.person, holds), sessions: await sessions() };
}
/** Creates a student with a booked exam and another one that is not registered. */
async function besides(sessions: (sitting: SignedIn, first: Exam) => Promise<number[]>) {
  const student = await aStudent({ credits: 8 });
  const [first, exam] = await examsThat(student.person, (one) => isPlain(one) && one.credits <= 4);
  return {
    student,
    exam: exam as Exam,
    sessions: await sessions(student, first as Exam),
  };
}

/** Creates a student with an accommodation, and a long exam. */
async function accommodated(
  kind: 'own_room' | 'extra_time',
  session: () => Promise<number>,
): Promise<RefusalCase> {
  const made = await refusalCase(
    async () => [await session()],
    (exam) =>
      isFree(exam) &&
      !exam.online_only &&
      exam.examDuration >= 120 &&
      exam.program_content_code === null,
  );
  await grantAccommodation(made.student.id, kind);
  return made;
}

/** Refusals before any charge, by the rules of registration and then of booking. */
const refused: Record<string, () => Promise<RefusalCase>> = {
  exam_not_found: async () => {
    const { student, exam, sessions } = await refusalCase(async () => [await aSession()]);
    return { student, exam: { ...exam, id: 2_000_000_001 }, sessions };
  },
  admin_only_exam: () =>
    refusalCase(
      async () => [await aSession()],
      (exam) => !exam.phonesystem_active && exam.credits <= 8,
    ),
  requirements_not_met: () =>
    refusalCase(
      async () => [await aSession()],
      (exam) => !exam.fitRequirements && exam.phonesystem_active,
    ),
  already_registered: async () => {
    const student = await aStudent({ credits: 8 });
    const { exam } = await registered(student.person, await examThat(student.person));
    return { student, exam, sessions: [await aSession()] };
  },
  session_not_found: () =>
    refusalCase(async () => [
      2_000_000_003,
      await aSession({ sessionType: '23', locationId: undefined, title: 'Mrs. Gold' }),
    ]),
  call_office: () =>
    refusalCase(() => Promise.all([aSession({ gender: '1' }), aSession({ locationId: 15 })])),
  session_called_off: () =>
    refusalCase(async () => {
      const sessionId = await aSession();
      await callOff(sessionId);
      return [sessionId];
    }),
  session_closed: () =>
    refusalCase(() => Promise.all([aSession({ closedByStaff: true }), aSession({ inHours: -1 })])),
  session_full: () => refusalCase(async () => [await aSession({ seats: 0 })]),
  online_only: () =>
    refusalCase(
      async () => [await aSession()],
      (exam) => isFree(exam) && exam.online_only && exam.program_content_code === null,
    ),
  course_not_completed: () =>
    refusalCase(
      async () => [await aSession()],
      (exam) => isFree(exam) && exam.program_content_code !== null && !exam.online_only,
    ),
  session_too_short: () => accommodated('extra_time', () => aSession({ startsAt: lateStart() })),
  no_room_for_accommodation: () => accommodated('own_room', () => aSession()),
  session_booked_up: () =>
    besides(async ({ person }, first) => {
      const sessionId = await aSession({ limitTo1Test: true });
      await booked(person, first, sessionId);
      return [sessionId];
    }),
  time_overlap: () =>
    besides(async ({ person }, first) => {
      const startsAt = startIn(500);
      await booked(person, first, await aSession({ startsAt }));
      return [await aSession({ startsAt, locationId: 11 })];
    }),
};

function refusesBeforeCharging(call: Call): void {
  test.each(Object.keys(refused))('refuses with %s and charges nothing', async (code) => {
    const { student, exam, sessions } = await (refused[code] as () => Promise<RefusalCase>)();
    const { person, id } = student;
    const before = await charged(id);
    const pricePerCredit = await creditPrice(person);
    for (const sessionId of sessions) {
      const input = {
        examId: exam.id,
        sessionId,
        numberOfCredits: 8,
        amount: 8 * pricePerCredit + FEE,
        ...(await cardFor({ call }, student)),
      };
      expect(refusal(await person.ask(call, input, randomUUID()))).toMatchObject({ code });
    }
    expect(await charged(id)).toEqual(before);
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

  // 'exam_not_found', 'admin_only_exam', 'requirements_not_met', 'already_registered',
  // 'session_not_found', 'call_office', 'session_called_off', 'session_closed', 'session_full',
  // 'online_only', 'course_not_completed', 'session_booked_up', 'time_overlap', 'too_few_credits',
  // 'session_too_short', 'no_room_for_accommodation'
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

  // 'exam_not_found', 'admin_only_exam', 'requirements_not_met', 'already_registered',
  // 'session_not_found', 'call_office', 'session_called_off', 'session_closed', 'session_full',
  // 'online_only', 'course_not_completed', 'session_booked_up', 'time_overlap', 'too_few_credits',
  // 'session_too_short', 'no_room_for_accommodation'
  refusesBeforeCharging(registerAndBookWithProfile);
  chargesOnce({ call: registerAndBookWithProfile, make: twoMissing });
});
