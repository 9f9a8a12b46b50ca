import { expect, test } from '@jest/globals';
import { refusalOf } from '@portal/kit/testing';
import {
  aStudent,
  charged,
  first,
  info,
  interest,
  pay,
  rows,
  staff,
  withStudyWorld,
  work,
  world,
} from '../../testing/paying-study.ts';
import { aProgram } from '../../testing/tti.ts';
import { payRest } from './pay-rest.ts';

withStudyWorld();

const keptInProcesses = async () =>
  JSON.stringify(await world.db.many`SELECT input, state, answer FROM process`);

test('the rest is paid in another year than the first part, when TTI names no year', async () => {
  const { year: _none, ...program } = aProgram();
  const id = await aStudent({ programs: [program] });
  await first(id);
  await world.db.run`UPDATE student_program SET year = year - 1 WHERE tti_student_id = ${id}`;
  await payRest(staff(), { ttiStudentId: id, programId: 12, agreedCents: 60_000, saidBy: null });
  expect(charged(id)).toEqual([60_000, 60_000]);
  expect(await interest(id)).toMatchObject({ state: 'joined', busyWith: null, amountDueCents: 0 });
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
    payments: [
      {
        amount: 1200,
        paymentGateway: 'TTINJ',
        paymentMethodType: 'CC',
        reference: expect.stringMatching(/^invoice-/),
      },
    ],
  });
  expect(paid.payment.id).toBe(atTti.payments[0]?.studentPaymentId);
  expect(world.joined.filter((one) => one.ttiStudentId === id)).toEqual([
    { ttiStudentId: id, firstName: 'Rivka', dob: '2004-02-03' },
  ]);
  expect(await rows(id)).toEqual([
    {
      amountCents: 120_000,
      settledCents: 120_000,
      reported: true,
      chargedBy: 'staff',
      saidBy: 'morah',
    },
  ]);
  expect(await interest(id)).toMatchObject({
    state: 'joined',
    busyWith: null,
    joinWanted: null,
    studentId: expect.any(Number),
    amountDueCents: 0,
  });
  await work();
  expect((await world.tti.student(id)).paymentMethod).toEqual({
    paymentMethodType: 'CC',
    last4: '1111',
    paymentGateway: 'TTINJ',
  });
});

test('without a full join the first part is paid and the student is no member', async () => {
  const id = await aStudent();
  expect(await first(id)).toMatchObject({
    isNewMember: false,
    messages: ['The payment of $600.00 was received.'],
  });
  expect((await world.tti.student(id)).member).toBe(false);
  expect(world.joined.some((one) => one.ttiStudentId === id)).toBe(false);
  expect(await interest(id)).toMatchObject({
    state: 'joined',
    studentId: null,
    amountDueCents: 60_000,
  });
});

test('a paying member reads nothing about membership', async () => {
  const id = await aStudent({ programs: [aProgram(), aProgram({ programId: 13, name: 'Other' })] });
  await pay(id);
  expect(await pay(id, { programId: 13 })).toMatchObject({
    isNewMember: false,
    messages: ['The payment of $1,200.00 was received.'],
  });
});

test('charges nothing for an amount not agreed, nothing due, or a taken address', async () => {
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
  expect((await refusalOf(pay(id, { agreedCents: 100 }))).detail).toBe(
    'Student already paid $2.00 for seminary study.',
  );
});

test('the charge has the receipt address from TTI; the process does not keep it', async () => {
  const id = await aStudent({ first: 'Tali', email: 'tali@tti.test' });
  await first(id);
  expect(world.charges.find((one) => one.ttiStudentId === id)?.payer).toEqual({
    firstName: 'Tali',
    email: 'tali@tti.test',
  });
  expect(await keptInProcesses()).not.toContain('tali@tti.test');
});
