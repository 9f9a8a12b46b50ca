import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, refusalOf } from '@portal/kit/testing';
import { readAccount, readPayments } from '../balance/read-balance.ts';
import { type RecordPayment, recordPayment } from '../balance/record-payment.ts';
import { orderBulk } from '../bulk/run/order-bulk.ts';
import { PRICE } from '../testing/payments-stand-in.ts';
import { anExam, anOrder, aStudent, aWorld, PAYING, PREPAYING, type World } from '../testing.ts';
import { getSchoolAccount } from './get-school-account.ts';
import { getSchoolCohorts } from './get-school-cohorts.ts';
import { getSchoolDetails } from './get-school-details.ts';
import { listActiveSchools, listManagedSchools } from './list-managed-schools.ts';
import { listStudentsOfSchool } from './school-students.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const today = dayInNewYork(steadyNow());
const as = (role: string, schoolId?: number): Call =>
  asStaff(world.db, [role], { key: randomUUID(), ...(schoolId ? { schoolId } : {}) });
const admin = () => as('ROLE_ADMIN');
const ofSchool = (schoolId: number) => as('ROLE_SCHOOL_ADMIN', schoolId);
const always = { startDate: null, endDate: null };
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;

test('the office sees all active schools with balances, a school admin their own', async () => {
  const all = await listManagedSchools(admin());
  expect(all.map(({ school }) => school.id).toSorted()).toEqual([PREPAYING, PAYING, 300, 412]);
  expect(all.find(({ school }) => school.id === PAYING)?.balanceCents).toBeNull();
  expect(all.find(({ school }) => school.id === PREPAYING)?.balanceCents).toEqual(
    expect.any(Number),
  );
  expect((await listManagedSchools(ofSchool(PAYING))).map(({ school }) => school.id)).toEqual([
    PAYING,
  ]);
  expect(await listActiveSchools(ofSchool(PAYING))).toEqual([
    { id: PAYING, name: 'Ateres Leah High School' },
  ]);
  expect(await listActiveSchools(as('ROLE_SCHOOL_ADMIN'))).toEqual([]);
});

test("every call about another school than the caller's own finds none", async () => {
  const calls = [
    getSchoolCohorts,
    getSchoolDetails,
    listStudentsOfSchool,
    (call: Call, id: number | null) => getSchoolAccount(call, id, always),
  ];
  for (const ask of calls) {
    expect(await codeOf(ask(ofSchool(PAYING), PREPAYING))).toBe('school_not_found');
    expect(await codeOf(ask(as('ROLE_SCHOOL_ADMIN'), null))).toBe('school_not_found');
    expect(await codeOf(ask(admin(), 999_999))).toBe('school_not_found');
    expect(await codeOf(ask(admin(), null))).toBe('invalid');
    expect(await ask(ofSchool(PAYING), null)).toBeDefined();
  }
});

test('own credits keep a student out of a run of a prepaying school, and of no other', async () => {
  const [rich, poor] = [aStudent(world, PREPAYING, { free: 3 }), aStudent(world, PREPAYING)];
  const found = await listStudentsOfSchool(admin(), PREPAYING);
  const creditsOf = (id: number) => {
    const one = found.find(({ student }) => student.id === id);
    return [one?.existingCredits, one?.availableCredits, one?.freeSchoolCredits];
  };
  expect([creditsOf(rich), creditsOf(poor)]).toEqual([
    [0, 3, 3],
    [0, 0, 0],
  ]);
});

test('500 students are one question to each part', async () => {
  for (let made = 0; made < 500; made++) aStudent(world, 300);
  const before = world.payments.requestedQuotes;
  expect(await listStudentsOfSchool(admin(), 300)).toHaveLength(500);
  expect(world.payments.requestedQuotes - before).toBe(1);
});

test("shows a school's sessions and their students, also those who left the school", async () => {
  const studentId = aStudent(world, PREPAYING, { jseId: '4711' });
  const order = anOrder(world, [{ studentId, examIds: [anExam(world)] }]);
  await orderBulk(admin(), order);
  const student = world.students.get(studentId);
  if (student) student.schoolId = PAYING;
  const details = await getSchoolDetails(ofSchool(PREPAYING), null);
  expect(details.sessions.map(({ session }) => session?.id)).toContain(order.sessionId);
  expect(details.students.map((one) => one.student.id)).not.toContain(studentId);
  expect(details.sessionStudents.find((one) => one.studentId === studentId)).toMatchObject({
    sessionId: order.sessionId,
    jseId: '4711',
  });
});

test('the balance of a school is not for tech support', async () => {
  const { school } = await getSchoolDetails(as('ROLE_TECH_SUPPORT'), PREPAYING);
  expect(school.balanceCents).toBeNull();
});

const payment = (about: Partial<RecordPayment> = {}): RecordPayment => ({
  schoolId: PREPAYING,
  amountCents: 12_345,
  date: today,
  comment: null,
  ...about,
});
const balance = async () => (await readAccount(world.db, PREPAYING)).balanceCents;

test('a payment is entered once for a key, on both sides, with an audit row', async () => {
  const before = await balance();
  const call = admin();
  await recordPayment(call, payment());
  await recordPayment(call, payment());
  expect(await balance()).toBe(before + 12_345);
  const [last] = await readPayments(world.db, PREPAYING);
  expect(last).toMatchObject({ amountCents: 12_345, paymentDate: today, comment: null });
  const audits = await world.db.many<object>`
    SELECT change ->> 'kind' AS kind FROM audit
    WHERE table_name = 'balance_entry' AND row_id = ${String(last?.id)}`;
  expect(audits).toEqual([{ kind: 'manual_payment' }]);
});

test('a repeated payment is answered, though the school prepays no more', async () => {
  const [call, order] = [admin(), payment()];
  await recordPayment(call, order);
  const prepays = (is: boolean) =>
    world.db.run`UPDATE school SET charge_school = ${is} WHERE id = ${PREPAYING}`;
  await prepays(false);
  try {
    await recordPayment(call, order);
    expect(await codeOf(recordPayment(admin(), order))).toBe('school_not_charged');
  } finally {
    await prepays(true);
  }
});

test('only a super admin may correct below zero', async () => {
  const before = await balance();
  const correction = payment({ amountCents: -before - PRICE, comment: 'Check 7 bounced' });
  expect(await codeOf(recordPayment(admin(), correction))).toBe('invalid');
  await recordPayment(as('ROLE_SUPER_ADMIN'), correction);
  const { balanceCents, report } = await readAccount(world.db, PREPAYING);
  expect(balanceCents).toBe(-PRICE);
  expect(report.at(-1)).toMatchObject({
    description: 'Correction: Check 7 bounced',
    cohort: '',
    isPayment: false,
  });
  await recordPayment(admin(), payment({ amountCents: before + PRICE }));
});

test('refuses payments of schools that do not prepay or exist, and of tomorrow', async () => {
  const tomorrow = dayPlus(today, { days: 1 });
  expect(await codeOf(recordPayment(admin(), payment({ date: tomorrow })))).toBe('invalid');
  expect(await codeOf(recordPayment(admin(), payment({ schoolId: PAYING })))).toBe(
    'school_not_charged',
  );
  expect(await codeOf(recordPayment(admin(), payment({ schoolId: 999_999 })))).toBe(
    'school_not_found',
  );
});

test('days limit rows but not balances; only the office sees payments', async () => {
  await recordPayment(admin(), payment({ amountCents: 100, date: dayPlus(today, { days: -700 }) }));
  const whole = await getSchoolAccount(admin(), PREPAYING, always);
  const old = { startDate: null, endDate: dayPlus(today, { days: -699 }) };
  const cut = await getSchoolAccount(ofSchool(PREPAYING), null, old);
  expect(cut.accountReport).toEqual([whole.accountReport.at(-1)]);
  expect([cut.balanceCents, cut.payments, cut.adminEmail]).toEqual([
    whole.balanceCents,
    [],
    'admin@school.test',
  ]);
  expect(whole.payments[0]).toMatchObject({ amountCents: 100 });
  const turned = { startDate: today, endDate: dayPlus(today, { days: -1 }) };
  expect((await refusalOf(getSchoolAccount(admin(), PREPAYING, turned))).detail).toBe(
    'The end date is before the start date.',
  );
});
