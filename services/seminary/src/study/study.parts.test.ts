import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { asStaff, asStudent, diesAt, refusalOf, refusals } from '@portal/kit/testing';
import { type StudyWorld, startStudyWorld } from '../testing/study-world.ts';
import { aProgram, type TestStudent } from '../testing/tti.ts';
import { followUpJob } from './follow-up.ts';
import { getStudyInfo } from './get-study-info.ts';
import { checkOwnRecord } from './own-record.ts';
import { payRest } from './pay-rest.ts';
import { type PayStudy, payingStudy, payStudy } from './pay-study.ts';
import { saveMethod } from './save-method.ts';

let world: StudyWorld;
beforeAll(async () => {
  world = await startStudyWorld();
});
afterEach(async () => {
  world.nextCharges.length = 0;
  world.isIdentityAway.now = false;
  await world.tti.heal();
});
afterAll(() => world.stop());

const staff = (key: string = randomUUID()) => asStaff(world.db, ['ROLE_ADMISSIONS'], { key });
const card = { card: { cardholderName: 'Dana Levi' } };
const pay = (ttiStudentId: string, more: Partial<PayStudy> = {}, key?: string) =>
  payStudy(staff(key), {
    ttiStudentId,
    programId: 12,
    account: 'TTI',
    agreedCents: 120_000,
    paying: 'full',
    method: card,
    saidBy: null,
    ...more,
  });
const first = (ttiStudentId: string, more: Partial<PayStudy> = {}, key?: string) =>
  pay(ttiStudentId, { paying: 'first', agreedCents: 60_000, ...more }, key);
const info = (ttiStudentId: string, more: Partial<Parameters<typeof getStudyInfo>[1]> = {}) =>
  getStudyInfo(staff(), { ttiStudentId, programId: 12, isSecondPayment: false, fullJoin: true, isRefund: false, paymentTo: null, ...more });
const charged = (ttiStudentId: string) => world.charges.filter((one) => one.ttiStudentId === ttiStudentId).map((one) => one.amountCents);
const rows = (ttiStudentId: string) =>
  world.db.many<{ amountCents: number; settledCents: number; told: boolean; chargedBy: string; saidBy: string | null }>`
    SELECT amount_cents, settled_cents, told_partner_at IS NOT NULL AS told, charged_by, said_by FROM study_payment
    JOIN student_program ON student_program.id = student_program_id WHERE tti_student_id = ${ttiStudentId} ORDER BY study_payment.id`;
const interest = (ttiStudentId: string) =>
  world.db.one<{ state: string; busyWith: string | null; joinWanted: string | null; studentId: number | null; amountDueCents: number }>`
    SELECT state, busy_with, join_wanted, student_id, amount_due_cents FROM student_program WHERE tti_student_id = ${ttiStudentId}`;
const aStudent = (student?: TestStudent) => world.tti.aStudent(student);
const keptInProcesses = async () => JSON.stringify(await world.db.many`SELECT input, state, answer FROM process`);
const work = async () => {
  await world.letTimePass();
  await followUpJob(world.db).run();
};

test('what is due: the whole price for a full join, its first part otherwise, the rest for a second payment, nothing for a refund', async () => {
  const id = await aStudent({ programs: [aProgram(), aProgram({ programId: 13, name: 'Other' })] });
  expect(await info(id)).toEqual({
    firstName: 'Rivka',
    lastName: 'Stern',
    amountCents: 120_000,
    programs: [
      { programId: 12, name: 'Year in Israel' },
      { programId: 13, name: 'Other' },
    ],
    programName: 'Year in Israel',
    totalPaidCents: 0,
  });
  expect((await info(id, { fullJoin: false })).amountCents).toBe(60_000);
  for (const more of [{ isSecondPayment: true }, { isRefund: true }])
    expect(await refusalOf(info(id, more))).toMatchObject({ status: 404, code: 'no_payments', detail: 'No payments found for student.' });
  await first(id);
  expect(await info(id, { isSecondPayment: true, paymentTo: 'TTI' })).toMatchObject({
    amountCents: 60_000,
    totalPaidCents: 60_000,
    warning: 'Student already paid $600.00 for seminary study.',
    currentMethod: { type: 'CC', last4: '1111', account: 'TTI' },
  });
  expect((await info(id, { isRefund: true })).amountCents).toBe(0);
  expect((await info(id, { paymentTo: 'TTINJ' })).currentMethod).toBeUndefined();
});

test('the rest is paid in another year than the first part, when TTI names no year', async () => {
  const { year: _none, ...program } = aProgram();
  const id = await aStudent({ programs: [program] });
  await first(id);
  await world.db.run`UPDATE student_program SET year = year - 1 WHERE tti_student_id = ${id}`;
  await payRest(staff(), { ttiStudentId: id, programId: 12, agreedCents: 60_000, saidBy: null });
  expect(charged(id)).toEqual([60_000, 60_000]);
  expect(await interest(id)).toMatchObject({ state: 'joined', busyWith: null, amountDueCents: 0 });
});

test('students, programmes and accounts that are not known, and a Woodmont programme for others, are refused before any money', async () => {
  const id = await aStudent({ collegeId: 234, programs: [aProgram(), aProgram({ programId: 14, name: 'Woodmont', woodmontOnly: true })] });
  expect(await refusalOf(info('nobody'))).toMatchObject({ status: 404, code: 'no_student', detail: 'No student found' });
  expect(await refusalOf(info(id, { programId: 99 }))).toMatchObject({
    status: 404,
    code: 'no_interest',
    detail: 'Seminary study program interest not found',
  });
  expect(await refusalOf(info(id, { paymentTo: 'XX' }))).toMatchObject({
    status: 422,
    code: 'payment_to_unknown',
    detail: '"PaymentTo" not recognized.',
  });
  expect(await refusalOf(info(id, { programId: 14 }))).toMatchObject({
    status: 422,
    code: 'not_woodmont',
    detail: 'This is not a Woodmont student',
  });
  expect((await refusalOf(pay(id, { programId: 14 }))).code).toBe('not_woodmont');
  expect((await refusalOf(pay(id, { account: 'XX' }))).code).toBe('payment_to_unknown');
  const woodmont = await aStudent({ collegeId: 269, programs: [aProgram({ woodmontOnly: true })] });
  expect((await info(woodmont)).amountCents).toBe(120_000);
  world.linked.set(woodmont, { studentId: 77_001, collegeId: 234 });
  expect((await refusalOf(info(woodmont))).code).toBe('not_woodmont');
  await world.tti.fault('down');
  expect(await refusalOf(info(id))).toMatchObject({ status: 502, code: 'partner_failed' });
  expect((await refusalOf(pay(id))).code).toBe('partner_failed');
  expect(charged(id)).toEqual([]);
});

test('a full join charges, tells TTI, and puts the student on record', async () => {
  const id = await aStudent();
  const paid = await pay(id, { account: 'TTINJ', saidBy: 'morah' });
  expect(paid).toMatchObject({
    isNewMember: true,
    currentMethod: { account: 'TTINJ', type: 'CC', last4: '1111' },
    messages: ['The payment of $1,200.00 was received.', 'The student is now a TTI member.'],
    payment: { amountCents: 120_000, account: 'TTINJ', methodType: 'CC' },
  });
  const atTti = await world.tti.student(id);
  expect(atTti).toMatchObject({
    member: true,
    payments: [{ amount: 1200, paymentGateway: 'TTINJ', paymentMethodType: 'CC', reference: expect.stringMatching(/^invoice-/) }],
  });
  expect(paid.payment.id).toBe(atTti.payments[0]?.studentPaymentId);
  expect(world.joined.filter((one) => one.ttiStudentId === id)).toEqual([{ ttiStudentId: id, firstName: 'Rivka', dob: '2004-02-03' }]);
  expect(await rows(id)).toEqual([{ amountCents: 120_000, settledCents: 120_000, told: true, chargedBy: 'staff', saidBy: 'morah' }]);
  expect(await interest(id)).toMatchObject({
    state: 'joined',
    busyWith: null,
    joinWanted: null,
    studentId: expect.any(Number),
    amountDueCents: 0,
  });
  await work();
  expect((await world.tti.student(id)).paymentMethod).toEqual({ paymentMethodType: 'CC', last4: '1111', paymentGateway: 'TTINJ' });
});

test('without a full join the first part is paid and nobody becomes a member', async () => {
  const id = await aStudent();
  expect(await first(id)).toMatchObject({ isNewMember: false, messages: ['The payment of $600.00 was received.'] });
  expect((await world.tti.student(id)).member).toBe(false);
  expect(world.joined.some((one) => one.ttiStudentId === id)).toBe(false);
  expect(await interest(id)).toMatchObject({ state: 'joined', studentId: null, amountDueCents: 60_000 });
});

test('a member who pays is told nothing of membership', async () => {
  const id = await aStudent({ programs: [aProgram(), aProgram({ programId: 13, name: 'Other' })] });
  await pay(id);
  expect(await pay(id, { programId: 13 })).toMatchObject({ isNewMember: false, messages: ['The payment of $1,200.00 was received.'] });
});

test('another amount than agreed, nothing due, and an address that somebody else has stop everything before any money', async () => {
  const id = await aStudent({ email: 'used@student.test' });
  expect(await refusalOf(pay(id, { agreedCents: 100_000 }))).toMatchObject({
    status: 409,
    code: 'amount_changed',
    extra: { expected: 120_000 },
  });
  world.emailsInUse.add('used@student.test');
  expect(await refusalOf(pay(id))).toMatchObject({
    status: 409,
    code: 'email_in_use',
    detail: 'This email address is already in the JSE database.',
  });
  expect(charged(id)).toEqual([]);
  await first(id);
  world.emailsInUse.delete('used@student.test');
  expect((await refusalOf(pay(id))).extra).toEqual({ expected: 60_000 });
  await pay(id, { agreedCents: 60_000 });
  expect(await refusalOf(pay(id, { agreedCents: 60_000 }))).toMatchObject({
    status: 409,
    code: 'already_paid',
    detail: 'Student already paid $1,200.00 for seminary study.',
  });
  expect(charged(id)).toEqual([60_000, 60_000]);
});

test('a test student is charged 1, which settles all that was due', async () => {
  const id = await aStudent({ first: 'Test Girl' });
  expect((await info(id)).amountCents).toBe(100);
  expect((await refusalOf(pay(id))).extra).toEqual({ expected: 100 });
  await first(id, { agreedCents: 100 });
  expect(await rows(id)).toMatchObject([{ amountCents: 100, settledCents: 60_000 }]);
  expect((await info(id, { isSecondPayment: true })).amountCents).toBe(100);
  await payRest(staff(), { ttiStudentId: id, programId: null, agreedCents: 100, saidBy: null });
  expect((await refusalOf(pay(id, { agreedCents: 100 }))).detail).toBe('Student already paid $2.00 for seminary study.');
});

test('a declined card leaves nothing, and the same key says so again', async () => {
  const id = await aStudent();
  world.nextCharges.push('declined');
  const key = randomUUID();
  for (let i = 0; i < 2; i++) expect(await refusalOf(pay(id, {}, key))).toMatchObject({ status: 402, code: 'card_declined' });
  expect([charged(id), await rows(id), (await world.tti.student(id)).member]).toEqual([[], [], false]);
  await pay(id);
  expect(charged(id)).toEqual([120_000]);
});

test('without a saved method the current one cannot pay', async () => {
  const id = await aStudent();
  expect(await refusalOf(pay(id, { method: null }))).toMatchObject({ status: 409, code: 'no_payment_method' });
  await saveMethod(staff(), { ttiStudentId: id, programId: 12, account: 'TTI', method: { bankAccount: {} } });
  expect(await pay(id, { method: null })).toMatchObject({ currentMethod: { type: 'ACH', last4: '6789' } });
});

test('a double click pays once, and two tabs do not both', async () => {
  const id = await aStudent();
  const key = randomUUID();
  world.nextCharges.push('slow');
  const twice = await Promise.allSettled([pay(id, {}, key), pay(id, {}, key)]);
  expect(refusals(twice)).toEqual(['request_in_progress']);
  expect(await pay(id, {}, key)).toMatchObject({ isNewMember: true });
  expect(charged(id)).toEqual([120_000]);

  const other = await aStudent();
  world.nextCharges.push('slow');
  const tabs = await Promise.allSettled([first(other), first(other)]);
  expect(refusals(tabs)).toEqual(['charge_pending']);
  expect(charged(other)).toEqual([60_000]);
});

test('without the guard two tabs pay twice', async () => {
  const id = await aStudent();
  world.nextCharges.push('slow');
  await world.db.run`CREATE FUNCTION never_busy() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.busy_with := NULL; RETURN NEW; END'`;
  await world.db.run`CREATE TRIGGER never_busy BEFORE UPDATE ON student_program FOR EACH ROW EXECUTE FUNCTION never_busy()`;
  try {
    await Promise.allSettled([pay(id), pay(id)]);
    expect(charged(id)).toEqual([120_000, 120_000]);
  } finally {
    await world.db.run`DROP TRIGGER never_busy ON student_program`;
  }
});

test('while nobody knows what became of a charge no other one begins, and it is finished later', async () => {
  const id = await aStudent();
  const key = randomUUID();
  world.nextCharges.push('unknown');
  expect(await refusalOf(pay(id, {}, key))).toMatchObject({ status: 502, code: 'charge_unknown' });
  expect((await refusalOf(pay(id))).code).toBe('charge_pending');
  await world.letTimePass();
  await payingStudy.resume(world.db);
  expect(await pay(id, {}, key)).toMatchObject({ isNewMember: true });
  expect(charged(id)).toEqual([120_000]);
});

test('TTI that goes away after the charge is told later, and the answer says so', async () => {
  const id = await aStudent();
  await world.tti.fault('down', { operation: `POST /tti/students/${id}/payments` });
  const paid = await pay(id);
  expect(paid).toMatchObject({ isNewMember: false, payment: { amountCents: 120_000 } });
  expect(paid.messages[1]).toBe('TTI cannot be reached at the moment. It will be told as soon as it answers; please do not pay again.');
  expect((await refusalOf(pay(id))).code).toBe('already_paid');
  expect((await info(id)).totalPaidCents).toBe(120_000);
  await work();
  expect(await rows(id)).toMatchObject([{ told: false }]);
  await world.tti.heal();
  await work();
  expect(await rows(id)).toMatchObject([{ told: true }]);
  expect(await world.tti.student(id)).toMatchObject({ member: true, payments: [{ amount: 1200 }] });
  expect(await interest(id)).toMatchObject({ state: 'joined', joinWanted: null });
});

test.each(['payments', 'join'])('an answer of TTI to %s that is lost is asked again and counts once', async (path) => {
  const id = await aStudent();
  await world.tti.fault('drop-after-charge', { count: 1, operation: `POST /tti/students/${id}/${path}` });
  await pay(id);
  await work();
  expect(await world.tti.student(id)).toMatchObject({ member: true, payments: [{ amount: 1200 }] });
  expect((await world.tti.told(id)).filter((one) => one === path)).toHaveLength(2);
});

test('identity that is away gets the student later; who lacks what a record needs is left to the office', async () => {
  const id = await aStudent();
  world.isIdentityAway.now = true;
  await pay(id);
  expect(await interest(id)).toMatchObject({ joinWanted: 'membership', studentId: null });
  world.isIdentityAway.now = false;
  await work();
  expect(await interest(id)).toMatchObject({ joinWanted: null, studentId: expect.any(Number) });

  const bare = await aStudent({ dob: null });
  expect((await pay(bare)).messages).toContain('The office will put the student on record at JSE.');
});

test.each([
  'payStudy.charge.before',
  'payStudy.charge.ran',
  'payStudy.charge.commit',
  'payStudy.charge.after',
  'followUp.tell.before',
  'followUp.tell.after',
  'followUp.joined',
  'payStudy.follow.commit',
])('a payment whose process dies at %s is finished by another replica: one charge, told once, joined', async (where) => {
  const id = await aStudent();
  const key = randomUUID();
  await diesAt(where, () => pay(id, {}, key));
  await world.letTimePass();
  await payingStudy.resume(world.db);
  await work();
  expect(charged(id)).toEqual([120_000]);
  expect(await world.tti.student(id)).toMatchObject({ member: true, payments: [{ amount: 1200 }] });
  expect(await rows(id)).toMatchObject([{ told: true }]);
  expect(await pay(id, {}, key)).toMatchObject({ payment: { amountCents: 120_000 } });
  expect(await interest(id)).toMatchObject({ state: 'joined', busyWith: null });
});

test('the rest is paid with the current method at its account, for the only programme that is open', async () => {
  const id = await aStudent({ programs: [aProgram(), aProgram({ programId: 13, name: 'Other' })] });
  const rest = (more = {}) => payRest(staff(), { ttiStudentId: id, programId: null, agreedCents: null, saidBy: null, ...more });
  expect((await refusalOf(rest())).code).toBe('no_payments');
  await first(id, { account: 'TTINJ' });
  expect((await refusalOf(rest({ agreedCents: 1 }))).extra).toEqual({ expected: 60_000 });
  const paid = await rest();
  expect(paid).toMatchObject({ payment: { amountCents: 60_000, account: 'TTINJ' }, messages: ['The payment of $600.00 was received.'] });
  expect(paid.payments.map((one) => one.amountCents)).toEqual([60_000, 60_000]);
  expect(await refusalOf(rest())).toMatchObject({
    status: 409,
    code: 'nothing_due',
    detail: 'Student already paid $1,200.00 for seminary study.',
  });
  expect((await refusalOf(rest({ programId: 12 }))).code).toBe('nothing_due');

  const two = await aStudent({ programs: [aProgram(), aProgram({ programId: 13, name: 'Other' })] });
  await first(two);
  await first(two, { programId: 13 });
  const restOfTwo = (programId: number | null) => payRest(staff(), { ttiStudentId: two, programId, agreedCents: null, saidBy: null });
  expect((await refusalOf(restOfTwo(null))).code).toBe('invalid');
  expect(await restOfTwo(13)).toMatchObject({ payment: { amountCents: 60_000 } });
  world.methods.delete(two);
  expect(await refusalOf(restOfTwo(12))).toMatchObject({ status: 409, code: 'no_payment_method' });
});

test('a payment method is saved and shown at TTI, and nothing is charged', async () => {
  const id = await aStudent();
  const save = (more = {}) => saveMethod(staff(), { ttiStudentId: id, programId: null, account: 'TTINJ', method: card, ...more });
  expect(await save()).toMatchObject({ account: 'TTINJ', type: 'CC', last4: '1111' });
  await work();
  expect((await world.tti.student(id)).paymentMethod).toMatchObject({ paymentGateway: 'TTINJ' });
  expect((await refusalOf(save({ ttiStudentId: 'nobody' }))).code).toBe('no_student');
  expect((await refusalOf(save({ programId: 99 }))).code).toBe('no_interest');
  expect((await refusalOf(save({ account: 'XX' }))).code).toBe('payment_to_unknown');
  expect((await refusalOf(save({ method: { card: { cardholderName: 'Refused' } } }))).code).toBe('card_refused');
  expect(charged(id)).toEqual([]);
});

test('a student sees and pays for her own record only (R-362)', async () => {
  const [own, other] = [await aStudent(), await aStudent()];
  world.linked.set(own, { studentId: 5001 });
  await checkOwnRecord(asStudent(world.db, 5001), own);
  await checkOwnRecord(staff(), other);
  for (const [who, id] of [
    [5001, other],
    [5002, own],
    [5002, ''],
  ] as const)
    expect((await refusalOf(checkOwnRecord(asStudent(world.db, who), id))).code).toBe('other_student');
});

test('the charge says where the receipt goes, as TTI knows her, and the process does not keep it', async () => {
  const id = await aStudent({ first: 'Tali', email: 'tali@tti.test' });
  await first(id);
  expect(world.charges.find((one) => one.ttiStudentId === id)?.payer).toEqual({ firstName: 'Tali', email: 'tali@tti.test' });
  expect(await keptInProcesses()).not.toContain('tali@tti.test');
});
