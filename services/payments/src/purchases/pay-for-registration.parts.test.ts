import { expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { asService, refusalOf } from '@portal/kit/testing';
import { spendCredits } from '../credits/spending/spend-credits.ts';
import { withProjections } from '../projections/buyer.ts';
import { refundJob } from '../refunds/make-refunds.ts';
import { buy, credits } from '../testing/buying.ts';
import { captured, student, withWorld, world } from '../testing/with-world.ts';
import { type PayForRegistration, payingForRegistration } from './pay-for-registration.ts';

withWorld();

let lastRegistration = 70_000;
const order = (
  studentId: number,
  ccId: string | null,
  more: Partial<PayForRegistration> = {},
): PayForRegistration => {
  lastRegistration += 1;
  return {
    studentId,
    registrationId: lastRegistration,
    examId: 101,
    credits: 3,
    amountCents: 14_100,
    additionalChargeCents: 0,
    failedRegistrationId: null,
    method: ccId === null ? null : { ccId, newCard: null },
    ...more,
  };
};
const pay = (call: Call, input: PayForRegistration) =>
  withProjections(call, () => payingForRegistration.start(call, input));
const service = (studentId: number) => asService(world.db, 'registration', { studentId });
const chargesOf = async (studentId: number) =>
  (
    await world.db.many<{ typeId: string; amountCents: number; heldCents: number }>`
      SELECT charge.type_id, charge.amount_cents, charge.held_cents FROM charge
      JOIN payment ON payment.id = charge.payment_id
      WHERE payment.student_id = ${studentId} ORDER BY charge.id`
  ).map(({ typeId, amountCents, heldCents }) => [typeId, amountCents, heldCents]);

test('credits and both fees are one payment with a row each; the credits are spent', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const paid = await pay(
    service(id),
    order(id, ccId, { credits: 4, amountCents: 23_300, additionalChargeCents: 5000 }),
  );
  expect(paid).toMatchObject({
    creditsBought: 4,
    proctorFeeCents: 1500,
    additionalFeeCents: 5000,
    spending: { credits: 3, proctorFeeCents: 1500 },
    credits: { total: 1 },
  });
  expect(paid.paymentId).toBeGreaterThan(0);
  expect(await chargesOf(id)).toEqual([
    ['2', 16_800, 0],
    ['1', 1500, 0],
    ['3', 5000, 0],
  ]);
  expect(await captured(id)).toHaveLength(1);
});

test('a student with enough credits pays only the fees', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  await buy(student(id), 3, ccId);
  const paid = await pay(service(id), order(id, ccId, { credits: 0, amountCents: 1500 }));
  expect(paid).toMatchObject({ creditsBought: 0, spending: { credits: 3 }, credits: { total: 0 } });
  expect(await chargesOf(id)).toEqual([
    ['2', 12_600, 0],
    ['1', 1500, 0],
  ]);
});

test('a sum that is not the one of the server charges nothing and says the right one', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  expect(await refusalOf(pay(service(id), order(id, ccId, { amountCents: 12_600 })))).toMatchObject(
    { code: 'amount_changed', extra: { expected: 14_100 } },
  );
  await buy(student(id), 3, ccId);
  expect(await refusalOf(pay(service(id), order(id, ccId)))).toMatchObject({
    code: 'amount_changed',
    extra: { expected: 1500 },
  });
  expect(await chargesOf(id)).toEqual([['2', 12_600, 0]]);
});

test('refuses too few credits, or none where some are missing, before any charge', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  for (const number of [0, 2]) {
    const amountCents = number * 4200 + 1500;
    expect(
      (await refusalOf(pay(service(id), order(id, ccId, { credits: number, amountCents })))).code,
    ).toBe('too_few_credits');
  }
  expect(
    (await refusalOf(pay(service(id), order(id, null, { credits: 0, amountCents: 0 })))).code,
  ).toBe('too_few_credits');
  expect(await chargesOf(id)).toEqual([]);
});

test('keeps the bought credits if others were spent meantime, and refunds the fees', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  await buy(student(id), 2, ccId);
  const release = await world.processor.hold();
  const paying = pay(service(id), order(id, ccId, { credits: 1, amountCents: 5700 }));
  await release();
  await spendCredits(asService(world.db, 'registration'), {
    studentId: id,
    registrationId: 91_001,
    examId: 102,
    failedRegistrationId: null,
  });
  await world.processor.heal();
  const paid = await paying;
  expect(paid.spending).toBeUndefined();
  expect(await credits(id)).toBe(1);
  expect(await chargesOf(id)).toEqual([
    ['2', 8400, 0],
    ['2', 4200, 0],
    ['1', 1500, 1500],
  ]);
  await world.processor.settle();
  await world.db.run`UPDATE refund SET next_try_at = clock_timestamp() WHERE state = 'open'`;
  await refundJob(world.db).run();
  expect((await chargesOf(id)).map(([, , held]) => held)).toEqual([0, 0, 0]);
});

test('the same key pays once and gives the same answer', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const call = service(id);
  const input = order(id, ccId);
  const first = await pay(call, input);
  expect(await pay(call, input)).toEqual(first);
  expect(await captured(id)).toHaveLength(1);
});

test('a declined card spends nothing', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  await world.processor.fault('decline', { count: 1, operation: 'createTransactionRequest' });
  expect((await refusalOf(pay(service(id), order(id, ccId)))).code).toBe('card_declined');
  expect(await credits(id)).toBe(0);
});
