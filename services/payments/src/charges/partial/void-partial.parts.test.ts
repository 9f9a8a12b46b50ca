import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { refusalOf } from '@portal/kit/testing';
import { brokenInvariants } from '../../invariants.ts';
import { withProjections } from '../../projections/buyer.ts';
import { buyingCredits } from '../../purchases/buy-credits.ts';
import { whileNobodyKnows, withAnswersChanged, withAnswersLost } from '../../testing/answers.ts';
import { aBuyer, buyTwo, credits, statuses } from '../../testing/buying.ts';
import { captured, student, withWorld, world } from '../../testing/with-world.ts';
import { voidPartialsJob } from './void-partial.ts';

withWorld();

const PARTLY = {
  status: 402,
  code: 'card_partly_approved',
  detail: 'This card has only $1.23 available.',
};

/** A student with a prepaid card that has only $1.23, and a card that pays. */
async function aPrepaidBuyer() {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id), '46225');
  return { id, ccId };
}

const partialsOf = (id: number) => world.db.many<{ approvedCents: number; isVoided: boolean }>`
  SELECT approved_cents, voided_at IS NOT NULL AS is_voided FROM partial_approval
  JOIN payment ON payment.id = payment_id WHERE student_id = ${id}`;
const NOT_VOIDED = 'a partial approval is voided within a minute';

test('voids a partial approval, returns its amount and accepts another card', async () => {
  const { id, ccId } = await aPrepaidBuyer();
  const key = randomUUID();

  expect(await refusalOf(buyTwo(student(id, { key }), ccId))).toMatchObject(PARTLY);

  expect(await partialsOf(id)).toEqual([{ approvedCents: 123, isVoided: true }]);
  expect(await statuses(id)).toEqual(['declined']);
  expect(await refusalOf(buyTwo(student(id, { key }), ccId))).toMatchObject(PARTLY);
  expect(await partialsOf(id)).toHaveLength(1);
  await buyTwo(student(id), await world.aCard(student(id)));
  expect(await credits(id)).toBe(2);
  expect(await captured(id)).toHaveLength(1);
});

test('a partial approval with a lost response is found, voided and answered alike', async () => {
  const { id, ccId } = await aPrepaidBuyer();
  const key = randomUUID();
  await world.processor.fault('drop-after-charge', {
    count: 1,
    operation: 'createTransactionRequest',
  });
  expect((await refusalOf(whileNobodyKnows(() => buyTwo(student(id, { key }), ccId)))).code).toBe(
    'charge_unknown',
  );
  await world.processor.heal();
  await world.letTimePass();
  await buyingCredits.resume(world.db);
  expect(await refusalOf(buyTwo(student(id, { key }), ccId))).toMatchObject(PARTLY);
  expect(await partialsOf(id)).toEqual([{ approvedCents: 123, isVoided: true }]);
  expect(await captured(id)).toEqual([]);
});

test('repeats an unconfirmed void until it is confirmed; another card pays meantime', async () => {
  const { id, ccId } = await aPrepaidBuyer();
  await withAnswersLost(/voidTransaction/, async () => {
    expect(await refusalOf(buyTwo(student(id), ccId))).toMatchObject(PARTLY);
  });
  expect(await partialsOf(id)).toEqual([{ approvedCents: 123, isVoided: false }]);
  await buyTwo(student(id), await world.aCard(student(id)));

  await world.db.run`UPDATE partial_approval SET noted_at = noted_at - interval '61 seconds'`;
  expect(Object.keys(await brokenInvariants(world.db))).toEqual([NOT_VOIDED]);
  await voidPartialsJob(world.db).run();
  expect(await partialsOf(id)).toEqual([{ approvedCents: 123, isVoided: true }]);
});

test('a void that the processor cannot find yet is repeated', async () => {
  const { id, ccId } = await aPrepaidBuyer();
  const notFound = (text: string) =>
    text
      .replace(/"responseCode":"1"/, '"responseCode":"3"')
      .replace(
        /"messages":\[\{"code":"1","description":"[^"]*"\}\]/,
        '"errors":[{"errorCode":"16","errorText":"The transaction cannot be found."}]',
      )
      .replace('"voided"', '"authorizedPendingRelease"');
  await withAnswersChanged(notFound, async () => {
    expect(await refusalOf(buyTwo(student(id), ccId))).toMatchObject(PARTLY);
  });
  expect(await partialsOf(id)).toEqual([{ approvedCents: 123, isVoided: false }]);
  await voidPartialsJob(world.db).run();
  expect(await partialsOf(id)).toEqual([{ approvedCents: 123, isVoided: true }]);
});

test('a new card that the processor cannot find yet is charged once it can', async () => {
  const id = world.aStudent();
  const newCard = await world.processor.newCard();
  let missing = 2;
  const once = (text: string) => {
    if (!text.includes('"transactionResponse"') || missing-- <= 0) return text;
    return (
      '{"messages":{"resultCode":"Error","message":[{"code":"E00040","text":"The record ' +
      'cannot be found."}]}}'
    );
  };
  await withAnswersChanged(once, async () => {
    const call = student(id);
    const method = { ccId: null, newCard };
    const order = { studentId: id, credits: 2, amountCents: 8400, method };
    await withProjections(call, () => buyingCredits.start(call, order));
  });
  expect(missing).toBeLessThan(0);
  expect(await credits(id)).toBe(2);
});

test('a payment under review says that it may take days, on the next try as well', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  const held = (text: string) =>
    text
      .replace(/"transactionStatus":"[^"]*"/g, '"transactionStatus":"FDSPendingReview"')
      .replace(
        /"responseCode":"1"(.*?)"messages":\[\{"code":"1"/,
        '"responseCode":"4"$1"messages":[{"code":"252"',
      );
  await withAnswersChanged(held, async () => {
    expect(await refusalOf(buyTwo(student(id, { key }), ccId))).toMatchObject({
      code: 'charge_unknown',
      detail: expect.stringContaining('may take several days'),
    });
    expect(await refusalOf(buyTwo(student(id), ccId))).toMatchObject({
      code: 'charge_pending',
      detail: expect.stringContaining('may take several days'),
    });
  });
  await world.letTimePass();
  await buyingCredits.resume(world.db);
  expect(await credits(id)).toBe(2);
});
