import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  BulkProgress,
  BulkQuote,
  BulkResult,
  bulkRegistrationRun,
  quoteRegisterAndSchedule,
} from '@portal/contract/schools';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { anExam } from '../../exams/catalogue.ts';
import { savedCard } from '../../exams/registrations.ts';
import {
  aSchool,
  aSchoolSession,
  aSchoolStudent,
  bulkOrder,
  bulkRun,
  type Chosen,
  registrationStates,
  SCHOOL_PRICE,
  schoolAdminOf,
  type TestSchool,
} from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const NOBODY = 2_000_000_003;

let admin: Person;
/** Exams of three credits each; the second has a fee of its own of $20. */
let plain: number;
let withFee: number;
beforeAll(async () => {
  [admin, plain, withFee] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    anExam(),
    anExam({ additionalChargeCents: 2000 }),
  ]);
});
const quote = (school: TestSchool, chosen: readonly Chosen[], person = admin) =>
  person.ask(quoteRegisterAndSchedule, bulkOrder(school, chosen));
const inNoSchool = { id: NOBODY };

describe('quoteRegisterAndSchedule', () => {
  test('gives a prepaying school the price of each exam and the use of its balance', async () => {
    const school = await aSchool({ balance: 300 });
    const student = await aSchoolStudent(school.id);
    const { body } = await quote(school, [{ student, exams: [plain, withFee] }]);
    expect(BulkQuote.parse(body)).toEqual({
      students: [
        {
          studentId: student.id,
          creditsNeeded: 6,
          creditsFromBalance: 0,
          availableCredits: 0,
          creditsToPay: 6,
          pricePerCredit: SCHOOL_PRICE,
          additionalCharges: 20,
          amount: 290,
          ccId: null,
          error: null,
          exams: [
            {
              examId: plain,
              subject: expect.any(String),
              credits: 3,
              additionalCharge: 0,
              cost: 135,
            },
            {
              examId: withFee,
              subject: expect.any(String),
              credits: 3,
              additionalCharge: 20,
              cost: 155,
            },
          ],
        },
      ],
      totalCredits: 6,
      totalAmount: 290,
      schoolBalance: 300,
      overBalance: false,
      canPay: true,
      error: null,
    });
    expect(await registrationStates(student.id)).toEqual([]);
  });

  test('marks a balance that is too small', async () => {
    const school = await aSchool({ balance: 134 });
    const { body } = await quote(school, [
      { student: await aSchoolStudent(school.id), exams: [plain] },
    ]);
    expect(body).toMatchObject({
      overBalance: true,
      canPay: false,
      error: "There is not enough money in the school's account.",
    });
  });

  test('uses credits and gives the card to charge at a school that does not prepay', async () => {
    const school = await aSchool();
    const student = await aSchoolStudent(school.id, { credits: 2 });
    const { ccId } = await savedCard(student.person);
    const without = await aSchoolStudent(school.id);
    const pricePerCredit = await creditPrice(student.person);
    const { body } = await quote(school, [
      { student, exams: [plain] },
      { student: without, exams: [plain] },
    ]);
    expect(body.students).toMatchObject([
      { creditsFromBalance: 2, creditsToPay: 1, amount: pricePerCredit, ccId, error: null },
      { amount: 3 * pricePerCredit, ccId: null, error: 'No credit card on file.' },
    ]);
    expect([body.schoolBalance, body.canPay]).toEqual([null, false]);
  });

  test('gives reasons for excluded students, and excludes exams with a course', async () => {
    const school = await aSchool({ balance: 1000 });
    const [owner, mailless, stranger, course] = await Promise.all([
      aSchoolStudent(school.id, { credits: 3 }),
      anEnrolled({ schoolId: school.id, email: undefined }),
      aSchoolStudent(209),
      anExam({ programContentCode: 'A-COURSE' }),
    ]);
    const women = { ...school, sessionId: await aSchoolSession(school.id, { gender: '2' }) };
    const man = await aSchoolStudent(school.id, { gender: '1' });
    const [first, second] = await Promise.all([
      quote(
        school,
        [owner, mailless, stranger, inNoSchool].map((student) => ({ student, exams: [plain] })),
      ),
      quote(women, [
        { student: man, exams: [plain] },
        { student: await aSchoolStudent(school.id), exams: [course] },
      ]),
    ]);
    expect([...first.body.students, ...second.body.students].map(({ error }) => error)).toEqual([
      'Student has existing credits',
      'Email missing',
      'The student is not in this school.',
      'The student is not in this school.',
      'The session is not for this student.',
      'This exam is not available.',
    ]);
  });

  test('refuses unknown and closed sessions', async () => {
    const [school, other] = await Promise.all([aSchool({ balance: 100 }), aSchool()]);
    const ofSchool = await schoolAdminOf(school);
    const chosen = [{ student: await aSchoolStudent(school.id), exams: [plain] }];
    expect(refusal(await quote({ ...school, id: NOBODY }, chosen))).toMatchObject({
      status: 404,
      code: 'school_not_found',
    });
    expect(refusal(await quote(other, chosen, ofSchool))).toMatchObject({
      status: 404,
      code: 'school_not_found',
    });
    expect(refusal(await quote({ ...school, sessionId: other.sessionId }, chosen))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
    const past = { ...school, sessionId: await aSchoolSession(school.id, { inHours: -2 }) };
    expect(refusal(await quote(past, chosen))).toEqual({
      status: 409,
      code: 'session_closed',
      detail: 'The session is closed.',
    });
  });
});

describe('bulkRegistrationRun', () => {
  test('gives progress and result of a run to admins and its school', async () => {
    const [school, other] = await Promise.all([aSchool({ balance: 500 }), aSchool()]);
    const [person, stranger, student] = await Promise.all([
      schoolAdminOf(school),
      schoolAdminOf(other),
      aSchoolStudent(school.id),
    ]);
    const result = await bulkRun(person, bulkOrder(school, [{ student, exams: [plain] }]));
    const [{ id = '' } = {}] = await sql<{ id: string }>(
      'schools',
      'SELECT id FROM bulk_run WHERE school_id = $1',
      [school.id],
    );
    const input = { runId: Number(id) };
    expect(
      BulkResult.parse((await person.ask(bulkRegistrationRun, input)).body).registrations,
    ).toEqual(result.registrations);
    expect(refusal(await stranger.ask(bulkRegistrationRun, input))).toMatchObject({
      status: 404,
      code: 'run_not_found',
    });
    await sql('schools', 'UPDATE bulk_run SET finished_at = NULL WHERE id = $1', [id]);
    const running = await admin.ask(bulkRegistrationRun, input);
    expect([running.status, BulkProgress.parse(running.body)]).toEqual([
      202,
      { state: 'processing', runId: Number(id), done: 1, total: 1 },
    ]);
    await sql(
      'schools',
      `UPDATE bulk_run SET finished_at = now(), ordered_at = now() - interval '31 days'
       WHERE id = $1`,
      [id],
    );
    expect(refusal(await person.ask(bulkRegistrationRun, input))).toMatchObject({
      status: 404,
      code: 'run_not_found',
    });
  });
});
