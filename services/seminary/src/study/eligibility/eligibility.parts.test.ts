import { expect, test } from '@jest/globals';
import { asStudent, refusalOf } from '@portal/kit/testing';
import {
  aStudent,
  charged,
  first,
  info,
  pay,
  staff,
  withStudyWorld,
  world,
} from '../../testing/paying-study.ts';
import { aProgram } from '../../testing/tti.ts';
import { checkOwnRecord } from './own-record.ts';

withStudyWorld();

test('due are the whole price, its first part, the rest, or nothing for a refund', async () => {
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
    expect(await refusalOf(info(id, more))).toMatchObject({
      status: 404,
      code: 'no_payments',
      detail: 'No payments found for student.',
    });
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

test('refuses unknown students, programmes and accounts, and others at Woodmont', async () => {
  const id = await aStudent({
    collegeId: 234,
    programs: [aProgram(), aProgram({ programId: 14, name: 'Woodmont', woodmontOnly: true })],
  });
  expect(await refusalOf(info('nobody'))).toMatchObject({
    status: 404,
    code: 'no_student',
    detail: 'No student found',
  });
  expect(await refusalOf(info(id, { programId: 99 }))).toMatchObject({
    status: 404,
    code: 'no_interest',
    detail: 'Seminary study program interest not found',
  });
  for (const paymentTo of ['XX', 'TTIX', 'tti', ''])
    expect(await refusalOf(info(id, { paymentTo }))).toMatchObject({
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
  expect((await refusalOf(pay('unknown'))).code).toBe('no_student');
  expect((await refusalOf(pay(id, { programId: 99 }))).code).toBe('no_interest');
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

test('a student sees and pays for their own record only (R-362)', async () => {
  const [own, other] = [await aStudent(), await aStudent()];
  world.linked.set(own, { studentId: 5001 });
  await checkOwnRecord(asStudent(world.db, 5001), own);
  await checkOwnRecord(staff(), other);
  for (const [who, id] of [
    [5001, other],
    [5002, own],
    [5002, ''],
  ] as const)
    expect((await refusalOf(checkOwnRecord(asStudent(world.db, who), id))).code).toBe(
      'other_student',
    );
});
