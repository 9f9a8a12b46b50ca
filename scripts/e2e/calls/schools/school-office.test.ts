import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import {
  getActiveSchools,
  getAllSchoolStudents,
  getSchoolCohorts,
  getSchoolDetails,
  getSchoolInfo,
  getSchools,
  recordSchoolPayment,
} from '@portal/contract/schools/office';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Person } from '../../../portal-user/person.ts';
import { anExam } from '../../exams/catalogue.ts';
import { savedCard } from '../../exams/registrations.ts';
import {
  aSchool,
  aSchoolStudent,
  bulkOrder,
  bulkRun,
  SCHOOL_PRICE,
  schoolAdminOf,
  type TestSchool,
} from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

const NOBODY = 2_000_000_003;
const today = newYorkDay(steadyNow());

let admin: Person;
let superAdmin: Person;
let school: TestSchool;
let other: TestSchool;
let own: Person;
beforeAll(async () => {
  [admin, superAdmin, school, other] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_SUPER_ADMIN'),
    aSchool({ balance: 1000 }),
    aSchool(),
  ]);
  own = await schoolAdminOf(school);
});

/** Returns the refusals of calls about unknown schools, and schools of others. */
async function refusalsOfHidden(
  call:
    | typeof getSchoolCohorts
    | typeof getSchoolDetails
    | typeof getAllSchoolStudents
    | typeof getSchoolInfo,
): Promise<string[]> {
  const answers = await Promise.all([
    own.ask(call, { schoolId: other.id }),
    own.ask(call, { schoolId: NOBODY }),
    admin.ask(call, { schoolId: NOBODY }),
  ]);
  return [...new Set(answers.map((answer) => `${answer.status} ${refusal(answer).code}`))];
}
/** The only refusal of such calls. */
const notThere = (code: string) => [`404 ${code}`];

describe('getSchools', () => {
  test('gives the office all schools with balances, and a school admin theirs', async () => {
    const { body } = await admin.ask(getSchools, {});
    const found = getSchools.answer.parse(body);
    expect(found.find(({ id }) => id === school.id)).toMatchObject({
      name: school.name,
      chargeSchool: true,
      schoolPaymentBalance: 1000,
      nonmember_pricePerCredit: SCHOOL_PRICE,
    });
    expect(found.find(({ id }) => id === other.id)).toMatchObject({ schoolPaymentBalance: null });
    const seen = await own.ask(getSchools, {});
    expect(getSchools.answer.parse(seen.body).map(({ id }) => id)).toEqual([school.id]);
  });
});

describe('getActiveSchools', () => {
  test('gives schools by name, and a school admin theirs', async () => {
    const { body } = await admin.ask(getActiveSchools, {});
    const names = getActiveSchools.answer.parse(body).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([school.name, other.name]));
    expect((await own.ask(getActiveSchools, {})).body).toEqual([
      { id: school.id, name: school.name },
    ]);
  });
});

describe('getSchoolCohorts', () => {
  test("gives the students' cohorts and the selectable ones", async () => {
    await aSchoolStudent(school.id);
    const { body } = await own.ask(getSchoolCohorts, {});
    expect(getSchoolCohorts.answer.parse(body)).toEqual({
      school_cohorts: '2026-2027,2027-2028',
      latest_cohort: '2026-2027',
      distinct_cohorts: '2026-2027',
    });
  });

  test('does not find other schools for a school admin, or unknown ones', async () => {
    expect(await refusalsOfHidden(getSchoolCohorts)).toEqual(notThere('school_not_found'));
  });
});

describe('getAllSchoolStudents', () => {
  test('gives the students of the school by name, with their cards', async () => {
    const class_ = await aSchool();
    const payer = await aSchoolStudent(class_.id, { lastName: 'Zweig' });
    const { ccId } = await savedCard(payer.person);
    await aSchoolStudent(class_.id, { lastName: 'Adler' });
    const { body } = await admin.ask(getAllSchoolStudents, { schoolId: class_.id });
    const found = getAllSchoolStudents.answer.parse(body);
    expect(found.map(({ student }) => student.lastName)).toEqual(['Adler', 'Zweig']);
    expect(found[1]).toMatchObject({
      student: { id: payer.id, school_cohort: '2026-2027' },
      existingStudentCredits: 0,
      paymentMethods: [{ ccId }],
    });
  });

  test('does not find other schools for a school admin, or unknown ones', async () => {
    expect(await refusalsOfHidden(getAllSchoolStudents)).toEqual(notThere('school_not_found'));
  });
});

describe('getSchoolDetails', () => {
  test('gives a school with its students, sessions with students, and bulk exams', async () => {
    const [student, exam, course] = await Promise.all([
      aSchoolStudent(school.id),
      anExam(),
      anExam({ programContentCode: 'PROGRAM' }),
    ]);
    await bulkRun(admin, bulkOrder(school, [{ student, exams: [exam] }]));
    const { body } = await own.ask(getSchoolDetails, {});
    const details = getSchoolDetails.answer.parse(body);
    expect(details.currentSchoolDetails).toMatchObject({ id: school.id });
    expect(details.schoolStudents.map((one) => one.student.id)).toContain(student.id);
    expect(details.schoolSessions.map(({ id }) => id)).toContain(school.sessionId);
    const seat = details.schoolSessionStudents.find((one) => one.studentId === student.id);
    expect(seat).toMatchObject({ testSessionId: school.sessionId, examId: exam });
    const offered = details.exams.map(({ id }) => id);
    expect([offered.includes(exam), offered.includes(course)]).toEqual([true, false]);
  });

  test('does not find other schools for a school admin, or unknown ones', async () => {
    expect(await refusalsOfHidden(getSchoolDetails)).toEqual(notThere('school_not_found'));
  });
});

const pay = (person: Person, input: object, key?: string) =>
  person.ask(recordSchoolPayment, { date: today, ...input } as never, key);

describe('recordSchoolPayment', () => {
  test('adds a payment to report and balance once per key', async () => {
    const fresh = await aSchool({ balance: 100 });
    const payment = { schoolId: fresh.id, amount: 250.5, comment: 'Check 12' };
    const key = randomUUID();
    await pay(admin, payment, key);
    const { body } = await pay(admin, payment, key);
    expect(recordSchoolPayment.answer.parse(body)).toMatchObject({
      schoolPaymentBalance: 350.5,
      schoolPayments: [{ amount: 250.5, comment: 'Check 12', paymentDate: today }, { amount: 100 }],
    });
    const info = await admin.ask(getSchoolInfo, { schoolId: fresh.id });
    const { accountReport, schoolBalance } = getSchoolInfo.answer.parse(info.body);
    expect(schoolBalance).toBe(350.5);
    expect(accountReport.at(-1)).toEqual({
      Quantity: 1,
      Date: today,
      Description: 'Payment: Check 12',
      Cohort: '',
      Amount: 250.5,
      Balance: 350.5,
      isPayment: true,
    });
  });

  test('allows negative corrections only to super admins, with a comment', async () => {
    const fresh = await aSchool({ balance: 100 });
    const wrong = { schoolId: fresh.id, amount: -150, comment: 'Check 9 bounced' };
    expect(refusal(await pay(admin, wrong))).toMatchObject({
      status: 422,
      detail: 'Please enter an amount.',
    });
    expect(refusal(await pay(superAdmin, { ...wrong, comment: undefined }))).toMatchObject({
      status: 422,
      detail: 'Please enter a comment.',
    });
    const { body } = await pay(superAdmin, wrong);
    expect(recordSchoolPayment.answer.parse(body)).toMatchObject({ schoolPaymentBalance: -50 });
  });

  test('refuses a school that does not prepay', async () => {
    expect(refusal(await pay(admin, { schoolId: other.id, amount: 10 }))).toMatchObject({
      status: 409,
      code: 'school_not_charged',
      detail: 'This school does not have an account.',
    });
    const { body } = await admin.ask(getSchoolInfo, { schoolId: other.id });
    expect(getSchoolInfo.answer.parse(body)).toMatchObject({
      accountReport: [],
      schoolBalance: null,
    });
  });
});

describe('getSchoolInfo', () => {
  test('gives school admins their account, without the list of payments', async () => {
    const { body } = await own.ask(getSchoolInfo, { startDate: '2020-01-01' });
    expect(getSchoolInfo.answer.parse(body)).toMatchObject({
      schoolDetails: { id: school.id },
      schoolPayments: [],
    });
  });

  test('gives the report of a charged school as a file named after school and time', async () => {
    const file = async (person: Person, schoolId: number) => {
      const path = `${getSchoolInfo.path}?schoolId=${schoolId}&format=xlsx`;
      const { status, headers, body } = await person.send<string>('GET', path);
      return { status, headers, body };
    };
    const { status, headers, body } = await file(own, school.id);
    expect([status, headers.get('content-type')]).toEqual([200, getSchoolInfo.file]);
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`filename="${school.name} \\d{4}-\\d\\d-\\d\\d \\d\\d-\\d\\d\\.xlsx"`),
    );
    expect(body.slice(0, 2)).toBe('PK');
    const refused = await admin.ask(getSchoolInfo, { schoolId: other.id, format: 'xlsx' });
    expect(refusal(refused)).toEqual({
      status: 409,
      code: 'school_not_charged',
      detail: 'This school does not have an account.',
    });
  });

  test('does not find other schools for a school admin, or unknown ones', async () => {
    expect(await refusalsOfHidden(getSchoolInfo)).toEqual(notThere('school_not_found'));
  });
});
