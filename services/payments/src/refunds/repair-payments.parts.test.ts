import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import { endDeadLetter, redrive } from '@portal/kit/commands/redrive';
import { steadyNow } from '@portal/kit/steady-clock';
import { diesAt, refusalOf } from '@portal/kit/testing';
import { freePort } from '@portal/kit/testing/processes/sandbox-process';
import { takeUnsurePayments } from '../charges/records/payment-store.ts';
import { charge } from '../partners/card-transactions.ts';
import { withProjections } from '../projections/buyer.ts';
import { buyingCredits } from '../purchases/buy-credits.ts';
import { withAnswersLost } from '../testing/answers.ts';
import { aBuyer, buyTwo, credits, statuses } from '../testing/buying.ts';
import { captured, student, withWorld, world } from '../testing/with-world.ts';
import { refundJob } from './make-refunds.ts';
import { repairJob } from './repair-payments.ts';
import { requestRefund } from './request-refund.ts';

withWorld();

const later = (seconds: number) => new Date(steadyNow().getTime() + seconds * 1000);

/**
 * Creates a payment that never reached the processor, as far as we know; `land` makes it arrive.
 */
async function aDroppedPayment() {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  await world.processor.fault('timeout', { count: 1, operation: 'createTransactionRequest' });
  await refusalOf(buyTwo(student(id, { key }), ccId));
  await world.processor.heal(); // the next request has its full timeout again
  await refusalOf(buyTwo(student(id, { key, now: later(40) }), ccId));
  await world.processor.heal();
  const payment = await world.db.one<{ invoiceNumber: string; customerProfileId: string }>`
    SELECT invoice_number, customer_profile_id FROM payment WHERE student_id = ${id}`;
  const order = { ...payment, source: { ...payment, ccId }, amountCents: 8400 };
  return { id, land: () => charge({ ...order, description: 'late' }) };
}

/** Moves the opening of a student's payment into the past, without look-ups since. */
const whenItIs = (studentId: number, minutes: number) => world.db.run`
  UPDATE payment
  SET attempted_at = clock_timestamp() - ${minutes} * interval '1 minute', asked_at = '-infinity'
  WHERE student_id = ${studentId}`;

/** Returns whether a payment of a student is due for a look-up. */
async function isToBeAskedAbout(id: number): Promise<boolean> {
  await world.db.run`UPDATE payment SET asked_at = '-infinity' WHERE student_id = ${id}`;
  return (await takeUnsurePayments(world.db)).some(({ studentId }) => studentId === id);
}

test('a charge that lands after its payment was dropped is booked and voided', async () => {
  const { id, land } = await aDroppedPayment();
  await land();
  await whenItIs(id, 1);
  await repairJob(world.db).run();
  await refundJob(world.db).run();
  expect(await captured(id)).toEqual([]);
  expect(await statuses(id)).toEqual(['voided']);
  expect(
    (await world.processor.book())
      .filter((line) => line.customer === String(id))
      .map((line) => line.status),
  ).toEqual(['voided', 'voided']);
  expect(await credits(id)).toBe(0);
});

test('finds and voids a charge that arrived during an outage, however late', async () => {
  const { id, land } = await aDroppedPayment();
  await land();
  await whenItIs(id, 3 * 24 * 60);
  const url = process.env.CARDS_URL;
  process.env.CARDS_URL = `http://127.0.0.1:${await freePort()}/xml/v1/request.api`;
  try {
    await repairJob(world.db).run();
  } finally {
    process.env.CARDS_URL = url;
  }
  expect(await statuses(id)).toEqual(['declined']);
  // a replica that takes it and dies has had no answer
  expect(await isToBeAskedAbout(id)).toBe(true);
  await whenItIs(id, 3 * 24 * 60);
  await repairJob(world.db).run();
  await refundJob(world.db).run();
  expect(await captured(id)).toEqual([]);
  expect(await statuses(id)).toEqual(['voided']);
  expect(await credits(id)).toBe(0);
});

test('looks up a dropped payment until an hour after the last possible try', async () => {
  const { id } = await aDroppedPayment();
  await whenItIs(id, 64);
  await repairJob(world.db).run();
  expect(await isToBeAskedAbout(id)).toBe(true);
  await whenItIs(id, 66);
  await repairJob(world.db).run();
  expect(await isToBeAskedAbout(id)).toBe(false);
  expect(await statuses(id)).toEqual(['declined']);
});

test('after the hour a dropped payment is still looked up every quarter of an hour', async () => {
  const { id } = await aDroppedPayment();
  await whenItIs(id, 24 * 60);
  const askedAgo = async (minutes: number) => {
    await world.db
      .run`UPDATE payment SET asked_at = clock_timestamp() - ${minutes} * interval '1 minute'
        WHERE student_id = ${id}`;
    return (await takeUnsurePayments(world.db)).some(({ studentId }) => studentId === id);
  };
  expect(await askedAgo(14)).toBe(false);
  expect(await askedAgo(16)).toBe(true);
});

test('never looks up a payment that was dropped before its card was saved', async () => {
  const id = world.aStudent();
  const newCard = await world.processor.newCard();
  const input = { studentId: id, credits: 2, amountCents: 8400, method: { ccId: null, newCard } };
  const call = student(id);
  const buy = () => withProjections(call, () => buyingCredits.start(call, input));
  expect(await diesAt('buyCredits.card.before', buy)).toBeNull();
  await world.db.run`DELETE FROM process WHERE status = 'running'`;
  await whenItIs(id, 1);
  await repairJob(world.db).run();
  expect(await statuses(id)).toEqual(['declined']);
  expect(await isToBeAskedAbout(id)).toBe(false);
});

test('books and voids a charge that arrives after a later try was refused', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  expect(
    await diesAt('buyCredits.charge.before', () => buyTwo(student(id, { key }), ccId)),
  ).toBeNull();
  await world.letTimePass();
  await world.processor.fault('error', { count: 1, operation: 'createTransactionRequest' });
  const refusal = await refusalOf(buyTwo(student(id, { key }), ccId));
  expect(refusal).toMatchObject({
    code: 'card_declined',
    extra: { reason: 'An error occurred during processing. Please try again.' },
  });
  expect(await statuses(id)).toEqual(['declined']);
  const payment = await world.db.one<{ invoiceNumber: string; customerProfileId: string }>`
    SELECT invoice_number, customer_profile_id FROM payment WHERE student_id = ${id}`;
  await charge({
    ...payment,
    source: { ...payment, ccId },
    amountCents: 8400,
    description: 'of the try that died',
  });
  await world.db.run`
    UPDATE payment SET attempted_at = attempted_at - interval '30 seconds'
    WHERE student_id = ${id}`;
  await repairJob(world.db).run();
  await refundJob(world.db).run();
  expect(await captured(id)).toEqual([]);
  expect(await statuses(id)).toEqual(['voided']);
});

test('books and voids a charge that arrives after a later try was declined', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  const buyOnce = () => buyTwo(student(id, { key }), ccId);
  expect(await diesAt('buyCredits.charge.before', buyOnce)).toBeNull();
  await world.letTimePass();
  await world.processor.fault('decline', { count: 1 });
  const refusal = await withAnswersLost(/authCapture/, () => refusalOf(buyOnce()));
  expect(refusal).toMatchObject({
    code: 'card_declined',
    extra: { reason: 'This transaction has been declined.' },
  });
  expect(await statuses(id)).toEqual(['declined']);
  const payment = await world.db.one<{ invoiceNumber: string; customerProfileId: string }>`
    SELECT invoice_number, customer_profile_id FROM payment WHERE student_id = ${id}`;
  const order = { ...payment, source: { ...payment, ccId }, amountCents: 8400 };
  await charge({ ...order, description: 'of the try that died' });
  await whenItIs(id, 1);
  await repairJob(world.db).run();
  await refundJob(world.db).run();
  expect(await captured(id)).toEqual([]);
  expect(await statuses(id)).toEqual(['voided']);
});

test('looks up a declined payment until no other try of it can arrive', async () => {
  const { id, ccId } = await aBuyer();
  await world.processor.fault('decline', { count: 1 });
  const refusal = await withAnswersLost(/authCapture|getTransaction|getUnsettled/, () =>
    refusalOf(buyTwo(student(id), ccId)),
  );
  expect(refusal.code).toBe('charge_unknown');
  await world.db.run`DELETE FROM process WHERE status = 'running'`;
  await whenItIs(id, 1);
  await repairJob(world.db).run();
  expect(await statuses(id)).toEqual(['declined']);
  expect(await isToBeAskedAbout(id)).toBe(true);
  await whenItIs(id, 66);
  await repairJob(world.db).run();
  expect(await isToBeAskedAbout(id)).toBe(false);
  expect(await statuses(id)).toEqual(['declined']);
});

test.each([
  'buyCredits.card.before',
  'buyCredits.charge.before',
  'buyCredits.charge.ran',
  'buyCredits.settle.commit',
])(
  'a process that dies at %s is finished by another replica: one charge, the credits once',
  async (where) => {
    const { id, ccId } = await aBuyer();
    const key = randomUUID();
    expect(await diesAt(where, () => buyTwo(student(id, { key }), ccId))).toBeNull();
    await world.letTimePass();
    await buyingCredits.resume(world.db);
    expect(await credits(id)).toBe(2);
    expect(await captured(id)).toHaveLength(1);
    expect((await buyTwo(student(id, { key }), ccId)).credits.total).toBe(2);
    expect(await captured(id)).toHaveLength(1);
  },
);

test('finds a new card whose process died after saving it, despite its used value', async () => {
  const id = world.aStudent();
  const key = randomUUID();
  const newCard = await world.processor.newCard();
  const input = { studentId: id, credits: 2, amountCents: 8400, method: { ccId: null, newCard } };
  await world.processor.fault('drop-after-charge', { count: 1 });
  const call = student(id, { key });
  expect(
    await diesAt('keepCard.commit', () =>
      withProjections(call, () => buyingCredits.start(call, input)),
    ),
  ).toBeNull();
  await world.letTimePass();
  await buyingCredits.resume(world.db);
  expect(await credits(id)).toBe(2);
  expect(await captured(id)).toHaveLength(1);
  expect(await world.db.many`SELECT 1 FROM card WHERE student_id = ${id}`).toHaveLength(1);
});

test('repairs a payment whose process is lost and grants its credits', async () => {
  const { id, ccId } = await aBuyer();
  expect(await diesAt('buyCredits.charge.ran', () => buyTwo(student(id), ccId))).toBeNull();
  await world.db.run`DELETE FROM process WHERE status = 'running'`;
  await world.db.run`
    UPDATE payment SET attempted_at = attempted_at - interval '30 seconds'
    WHERE student_id = ${id}`;
  await repairJob(world.db).run();
  expect(await statuses(id)).toEqual(['succeeded']);
  expect(await credits(id)).toBe(2);
});

/** Creates a purchase whose process is a dead letter, although the card was charged. */
async function aDeadPurchase() {
  const { id, ccId } = await aBuyer();
  const call = student(id);
  await diesAt('buyCredits.charge.ran', () => buyTwo(call, ccId));
  const { processId } = await world.db.one<{ processId: string }>`
    UPDATE payment SET attempted_at = attempted_at - interval '30 seconds' WHERE student_id = ${id}
    RETURNING process_id`;
  await world.db.run`UPDATE process SET status = 'dead', dead_at = now() WHERE id = ${processId}`;
  const goOn = async () => {
    await world.letTimePass();
    await buyingCredits.resume(world.db);
    await world.db.run`UPDATE payment SET asked_at = '-infinity' WHERE student_id = ${id}`;
    await repairJob(world.db).run();
  };
  return { id, processId, goOn, again: () => buyTwo(call, ccId) };
}

test('a purchase in the dead letters waits for an operator: one charge, credits once', async () => {
  const { id, processId, goOn, again } = await aDeadPurchase();
  await goOn();
  expect([await statuses(id), await credits(id)]).toEqual([['pending'], 0]);
  expect((await refusalOf(again())).code).toBe('request_in_progress');
  expect(await redrive(world.db, processId, 'operator')).toBe(1);
  await goOn();
  expect([await statuses(id), await credits(id), await captured(id)]).toMatchObject([
    ['succeeded'],
    2,
    [{}],
  ]);
  expect((await again()).credits.total).toBe(2);
});

test('looks up the charge of a purchase that an operator ended, and grants credits', async () => {
  const { id, processId, goOn, again } = await aDeadPurchase();
  expect(await endDeadLetter(world.db, processId, 'operator')).toBe(true);
  await goOn();
  expect((await refusalOf(again())).code).toBe('request_ended');
  expect([await statuses(id), await credits(id), await captured(id)]).toMatchObject([
    ['succeeded'],
    2,
    [{}],
  ]);
});

/**
 * Creates two payments; the portal has no keys for the merchant account of the first, so it cannot
 * look it up.
 */
async function oneThatCannotBeAsked(make: (call: Call, ccId: string) => Promise<unknown>) {
  const [first, second] = [await aBuyer(), await aBuyer()];
  for (const { id, ccId } of [first, second]) await make(student(id), ccId);
  await world.db.run`UPDATE payment SET account = 'TTINJ' WHERE student_id = ${first.id}`;
  return {
    first,
    second,
    mend: () => world.db.run`UPDATE payment SET account = 'TTI' WHERE student_id = ${first.id}`,
  };
}

test('a payment whose look-up fails does not block the repair of others', async () => {
  const { first, second, mend } = await oneThatCannotBeAsked((call, ccId) =>
    diesAt('buyCredits.charge.ran', () => buyTwo(call, ccId)),
  );
  await world.db.run`DELETE FROM process WHERE status = 'running'`;
  await world.db.run`
    UPDATE payment SET attempted_at = attempted_at - interval '30 seconds'
    WHERE student_id IN (${first.id}, ${second.id})`;
  await repairJob(world.db).run();
  expect([await statuses(first.id), await statuses(second.id)]).toEqual([
    ['pending'],
    ['succeeded'],
  ]);
  await mend();
  await world.db.run`UPDATE payment SET asked_at = '-infinity' WHERE student_id = ${first.id}`;
  await repairJob(world.db).run();
  expect([await statuses(first.id), await credits(first.id)]).toEqual([['succeeded'], 2]);
});

test('an old payment that stays unknown keeps no newer one from being looked up', async () => {
  const [old, recent] = [await aDroppedPayment(), await aDroppedPayment()];
  await takeUnsurePayments(world.db, 1_000); // of other tests too
  await whenItIs(old.id, 24 * 60);
  await world.db.run`
    UPDATE payment SET asked_at = clock_timestamp() - interval '20 minutes'
    WHERE student_id = ${old.id}`;
  await whenItIs(recent.id, 1);
  const next = async () => (await takeUnsurePayments(world.db, 1)).map((one) => one.studentId);
  expect([await next(), await next()]).toEqual([[recent.id], [old.id]]);
});

test('a refund whose request fails is postponed and does not block others', async () => {
  const { first, second, mend } = await oneThatCannotBeAsked(buyTwo);
  await inTransaction(student(0), 'askBack', async (tx) => {
    const paid = await tx.many<{
      id: number;
    }>`SELECT id FROM payment WHERE student_id IN (${first.id}, ${second.id}) ORDER BY id`;
    for (const { id } of paid) await requestRefund(tx, { paymentId: id }, 'registration_closed');
  });
  await refundJob(world.db).run();
  expect([await statuses(first.id), await statuses(second.id)]).toEqual([
    ['refund pending'],
    ['voided'],
  ]);
  expect(
    await world.db
      .many`SELECT id FROM refund WHERE state = 'open' AND next_try_at <= clock_timestamp()`,
  ).toEqual([]);
  await mend();
  await world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state = 'open'`;
  await refundJob(world.db).run();
  expect(await statuses(first.id)).toEqual(['voided']);
});
