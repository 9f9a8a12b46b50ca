import { expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { asService, refusalOf } from '@portal/kit/testing';
import { getCredits } from '../credits/reading/get-credits.ts';
import { spendCredits } from '../credits/spending/spend-credits.ts';
import { withProjections } from '../projections/buyer.ts';
import { buy } from '../testing/buying.ts';
import { captured, student, withWorld, world } from '../testing/with-world.ts';
import { buyingForRegistration } from './buy-credits-for-registration.ts';

withWorld();

let lastRegistration = 0;
const order = (studentId: number, ccId: string, more = {}) => {
  lastRegistration += 1;
  const usual = {
    studentId,
    registrationId: lastRegistration,
    examId: 101,
    credits: 3,
    amountCents: 12600,
    failedRegistrationId: null,
  };
  return { ...usual, method: { ccId, newCard: null }, ...more };
};
const buyFor = (call: Call, input: ReturnType<typeof order>) =>
  withProjections(call, () => buyingForRegistration.start(call, input));

test('spends bought credits for the registration in the transaction of the payment', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const bought = await buyFor(
    asService(world.db, 'registration', { studentId: id }),
    order(id, ccId, { credits: 5, amountCents: 21000 }),
  );
  expect(bought).toMatchObject({
    creditsBought: 5,
    spending: {
      credits: 3,
      proctorFeeCents: 1500,
      noAdditionalFees: false,
      freeSeminaryRetake: false,
    },
    credits: { total: 2, generic: 2 },
  });
});

test('an exam is not bought with too few credits, nor when nothing is missing', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const service = () => asService(world.db, 'registration', { studentId: id });
  expect(
    (await refusalOf(buyFor(service(), order(id, ccId, { credits: 2, amountCents: 8400 })))).code,
  ).toBe('too_few_credits');
  expect(
    (await refusalOf(buyFor(service(), order(id, ccId, { credits: 9, amountCents: 37800 })))).code,
  ).toBe('invalid');
  expect(await captured(id)).toEqual([]);
  expect(
    (await buyFor(service(), order(id, ccId, { examId: 103, credits: 11, amountCents: 46200 })))
      .spending?.credits,
  ).toBe(11);
  await buy(student(id), 3, ccId);
  expect(await refusalOf(buyFor(service(), order(id, ccId)))).toMatchObject({
    code: 'amount_changed',
    extra: { expected: 0 },
  });
});

test('keeps the paid credits if others were spent elsewhere during the charge', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  await buy(student(id), 2, ccId);
  const release = await world.processor.hold();
  const buying = buyFor(
    asService(world.db, 'registration', { studentId: id }),
    order(id, ccId, { credits: 1, amountCents: 4200 }),
  );
  await release();
  const other = buyFor(
    asService(world.db, 'registration', { studentId: id }),
    order(id, ccId, { examId: 102, credits: 1, amountCents: 4200 }),
  );
  expect(await refusalOf(other)).toMatchObject({ code: 'amount_changed', extra: { expected: 0 } });
  await spendCredits(asService(world.db, 'registration'), {
    studentId: id,
    registrationId: 90001,
    examId: 102,
    failedRegistrationId: null,
  });
  await world.processor.heal();
  const bought = await buying;
  expect(bought.spending).toBeUndefined();
  expect(bought).toMatchObject({ creditsBought: 1, credits: { total: 1 } });
});

test('a new member of seminary study buys at the member price', async () => {
  const id = world.aStudent({ membershipTypeId: 2, isTtiMember: true });
  const ccId = await world.aCard(student(id));
  const bought = await buyFor(
    asService(world.db, 'registration', { studentId: id }),
    order(id, ccId, { credits: 3, amountCents: 12600 }),
  );
  expect(bought.creditsBought).toBe(3);
  expect((await getCredits(student(id), id)).pricePerCreditCents).toBe(4200);
});
