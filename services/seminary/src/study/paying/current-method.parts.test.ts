import { expect, test } from '@jest/globals';
import { refusalOf } from '@portal/kit/testing';
import { timeLimitsOf } from '@portal/kit/testing/calls/time-limits';
import {
  aStudent,
  card,
  charged,
  first,
  pay,
  staff,
  withStudyWorld,
  work,
  world,
} from '../../testing/paying-study.ts';
import { aProgram } from '../../testing/tti.ts';
import { payRest } from './pay-rest.ts';
import { saveMethod } from './save-method.ts';

withStudyWorld();

/** A student of another college whose programme is for Woodmont alone. */
const ofWoodmont = { collegeId: 234, programs: [aProgram({ woodmontOnly: true })] };

test('without a saved method the current one cannot pay', async () => {
  const id = await aStudent();
  expect(await refusalOf(pay(id, { method: null }))).toMatchObject({
    status: 409,
    code: 'no_payment_method',
  });
  await saveMethod(staff(), {
    ttiStudentId: id,
    programId: 12,
    account: 'TTI',
    method: { bankAccount: {} },
  });
  expect(await pay(id, { method: null })).toMatchObject({
    currentMethod: { type: 'ACH', last4: '6789' },
  });
});

test('waits for a saved method and a charge as long as the processor may take', async () => {
  const id = await aStudent();
  const limits = await timeLimitsOf(async () => {
    await saveMethod(staff(), {
      ttiStudentId: id,
      programId: 12,
      account: 'TTI',
      method: { bankAccount: {} },
    });
    await pay(id, { method: null });
  });
  for (const rpc of ['SaveStudyMethod', 'ChargeStudy'])
    expect(limits[`/payments.v1.StudyPaymentsService/${rpc}`]).toBeGreaterThan(45_000);
});

test('pays the rest with the current method and account, for the only open programme', async () => {
  const id = await aStudent({ programs: [aProgram(), aProgram({ programId: 13, name: 'Other' })] });
  const rest = (more = {}) =>
    payRest(staff(), {
      ttiStudentId: id,
      programId: null,
      agreedCents: null,
      saidBy: null,
      ...more,
    });
  expect((await refusalOf(rest())).code).toBe('no_payments');
  const elsewhere = await aStudent(ofWoodmont);
  expect(
    [
      await refusalOf(rest({ ttiStudentId: 'unknown', programId: 12 })),
      await refusalOf(rest({ programId: 99 })),
      await refusalOf(rest({ ttiStudentId: elsewhere, programId: 12 })),
    ].map(({ code }) => code),
  ).toEqual(['no_student', 'no_interest', 'not_woodmont']);
  await first(id, { account: 'TTINJ' });
  expect((await refusalOf(rest({ agreedCents: 1 }))).extra).toEqual({ expected: 60_000 });
  const paid = await rest();
  expect(paid).toMatchObject({
    payment: { amountCents: 60_000, account: 'TTINJ' },
    messages: ['The payment of $600.00 was received.'],
  });
  expect(paid.payments.map((one) => one.amountCents)).toEqual([60_000, 60_000]);
  expect(await refusalOf(rest())).toMatchObject({
    status: 409,
    code: 'nothing_due',
    detail: 'Student already paid $1,200.00 for seminary study.',
  });
  expect((await refusalOf(rest({ programId: 12 }))).code).toBe('nothing_due');

  const two = await aStudent({
    programs: [aProgram(), aProgram({ programId: 13, name: 'Other' })],
  });
  await first(two);
  await first(two, { programId: 13 });
  const restOfTwo = (programId: number | null) =>
    payRest(staff(), { ttiStudentId: two, programId, agreedCents: null, saidBy: null });
  expect((await refusalOf(restOfTwo(null))).code).toBe('invalid');
  expect(await restOfTwo(13)).toMatchObject({ payment: { amountCents: 60_000 } });
  world.methods.delete(two);
  expect(await refusalOf(restOfTwo(12))).toMatchObject({ status: 409, code: 'no_payment_method' });
});

test('a payment method is saved and shown at TTI, and nothing is charged', async () => {
  const id = await aStudent();
  const save = (more = {}) =>
    saveMethod(staff(), {
      ttiStudentId: id,
      programId: null,
      account: 'TTINJ',
      method: card,
      ...more,
    });
  expect(await save()).toMatchObject({ account: 'TTINJ', type: 'CC', last4: '1111' });
  await work();
  expect((await world.tti.student(id)).paymentMethod).toMatchObject({ paymentGateway: 'TTINJ' });
  expect((await refusalOf(save({ ttiStudentId: 'nobody' }))).code).toBe('no_student');
  expect((await refusalOf(save({ programId: 99 }))).code).toBe('no_interest');
  const elsewhere = { ttiStudentId: await aStudent(ofWoodmont), programId: 12 };
  expect((await refusalOf(save(elsewhere))).code).toBe('not_woodmont');
  expect((await refusalOf(save({ account: 'XX' }))).code).toBe('payment_to_unknown');
  expect((await refusalOf(save({ method: { card: { cardholderName: 'Refused' } } }))).code).toBe(
    'card_refused',
  );
  expect(charged(id)).toEqual([]);
});
