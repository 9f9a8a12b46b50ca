import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Sql } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, diesAt, refusalOf, refusals } from '@portal/kit/testing';
import { withProjections } from '../projections/buyer.ts';
import { buyingCredits } from '../purchases/buy-credits.ts';
import { refundCharge } from '../refunds/refund-charge.ts';
import { startWorld, type World } from '../testing/world.ts';
import { listCards } from './list-cards.ts';
import { removeCard, removingCard } from './remove-card.ts';
import { savingCard } from './save-card.ts';
import { setDefaultCard } from './set-default-card.ts';
import { cardOfStudent } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.processor.heal());
afterAll(() => world.stop());

const student = (id: number, options = {}) => asStudent(world.db, id, options);
const MASTERCARD = { number: '5424000000000015', cardType: 'Mastercard' };
const save = async (id: number, more: Parameters<World['processor']['newCard']>[0] = {}) =>
  (
    await savingCard.start(student(id), {
      studentId: id,
      card: await world.processor.newCard(more),
    })
  ).card;
const remove = (id: number, ccId: string, options = {}) =>
  removeCard(student(id, options), { studentId: id, ccId });
const choose = (id: number, ccId: string) => setDefaultCard(student(id), { studentId: id, ccId });
const listed = async (id: number) =>
  (await listCards(world.db, id, steadyNow())).map(({ ccId }) => ccId);
const buy = (id: number, ccId: string) =>
  withProjections(student(id), () =>
    buyingCredits.start(student(id), {
      studentId: id,
      credits: 1,
      amountCents: 4200,
      method: { ccId, newCard: null },
    }),
  );
const deletions = () => world.processor.calls('deleteCustomerPaymentProfileRequest');
const expire = (ccId: string) =>
  world.db.run`UPDATE card SET exp_month = 1, exp_year = 2020 WHERE cc_id = ${ccId}`;
const audits = (ccId: string) =>
  world.db.many<{
    op: string;
  }>`SELECT op FROM audit WHERE table_name = 'card' AND row_id = ${ccId} ORDER BY id`;
const events = (id: number) =>
  world.db.many<{ type: string }>`
    SELECT type FROM outbox WHERE payload->'data'->>'studentId' = ${String(id)}
      AND type LIKE 'payments.%card%' ORDER BY id`;

test('removes a card here and at the processor; the same card can be saved again', async () => {
  const id = world.aStudent();
  const [first, other] = [await save(id), await save(id, MASTERCARD)];
  expect((await remove(id, first.ccId)).cards.map(({ ccId }) => ccId)).toEqual([other.ccId]);
  expect(await listed(id)).toEqual([other.ccId]);
  expect(await audits(first.ccId)).toEqual([{ op: 'insert' }, { op: 'delete' }]);
  expect((await events(id)).at(-1)).toEqual({ type: 'payments.card_removed' });
  const again = await save(id);
  expect(again.ccId).not.toBe(first.ccId);
  expect(await listed(id)).toEqual([again.ccId, other.ccId]);
  expect((await buy(id, again.ccId)).credits.total).toBe(1);
});

test('the same key removes once and repeats its response; a new key finds no card', async () => {
  const id = world.aStudent();
  const { ccId } = await save(id);
  const before = await deletions();
  const key = randomUUID();
  const first = await remove(id, ccId, { key });
  expect(await remove(id, ccId, { key })).toEqual(first);
  expect(await refusalOf(remove(id, ccId))).toMatchObject({
    status: 404,
    code: 'payment_method_not_found',
  });
  expect((await deletions()) - before).toBe(1);
});

test('of two tries at one moment one removes and the other does not find the card', async () => {
  const id = world.aStudent();
  const { ccId } = await save(id);
  const before = await deletions();
  const results = await Promise.allSettled([remove(id, ccId), remove(id, ccId)]);
  expect(refusals(results)).toEqual(['payment_method_not_found']);
  expect((await deletions()) - before).toBe(1);
});

test("another student's card is not there, to remove or to choose", async () => {
  const [id, other] = [world.aStudent(), world.aStudent()];
  const [mine, theirs] = [await save(id), await save(other)];
  for (const attempt of [
    remove(id, theirs.ccId),
    choose(id, theirs.ccId),
    remove(id, 'x'),
    choose(id, ''),
  ]) {
    expect(await refusalOf(attempt)).toMatchObject({
      status: 404,
      code: 'payment_method_not_found',
    });
  }
  expect([await listed(id), await listed(other)]).toEqual([[mine.ccId], [theirs.ccId]]);
});

test('with the processor down a removed card is unlisted, not charged, deleted later', async () => {
  const id = world.aStudent();
  const { ccId } = await save(id);
  await world.processor.fault('down');
  expect((await remove(id, ccId)).cards).toEqual([]);
  expect((await refusalOf(buy(id, ccId))).code).toBe('payment_method_not_found');
  await world.processor.heal();
  // the processor still knows it, so the same card would get the profile that is to be deleted
  expect(await refusalOf(save(id))).toMatchObject({
    code: 'card_refused',
    extra: { reason: 'This card is just being removed. Please try again in a few minutes.' },
  });
  const before = await deletions();
  await world.letTimePass();
  await removingCard.resume(world.db);
  expect((await deletions()) - before).toBe(1);
  expect((await save(id)).ccId).not.toBe(ccId);
});

test('a removal that dies before or after the processor call is resumed', async () => {
  for (const place of ['removeCard.processor.before', 'removeCard.processor.ran']) {
    const id = world.aStudent();
    const { ccId } = await save(id);
    await diesAt(place, () => remove(id, ccId));
    await world.letTimePass();
    await removingCard.resume(world.db);
    expect(await listed(id)).toEqual([]);
    expect((await save(id)).ccId).not.toBe(ccId);
  }
});

test('keeps a card with an unknown payment, and removes it once that is known', async () => {
  const id = world.aStudent();
  const { ccId } = await save(id);
  const bought = await buy(id, ccId);
  expect(bought.credits.total).toBe(1);
  for (const state of ['pending', 'unknown']) {
    await world.db.run`
      INSERT INTO payment (invoice_number, student_id, purpose, amount_cents, state, cc_id,
        attempted_at, created_by)
      VALUES (${`T${id}${state}`}, ${id}, 'credits', 100, ${state}, ${ccId}, now(), 'test')`;
    expect(await refusalOf(remove(id, ccId))).toMatchObject({ status: 409, code: 'card_in_use' });
    await world.db.run`UPDATE payment SET cc_id = NULL WHERE invoice_number = ${`T${id}${state}`}`;
    expect(await refusalOf(remove(id, ccId))).toMatchObject({ status: 409, code: 'card_in_use' });
    await world.db.run`DELETE FROM payment WHERE invoice_number = ${`T${id}${state}`}`;
  }
  expect((await remove(id, ccId)).cards).toEqual([]);
});

/** A payment that has read its card and is not committed yet, while the card is being removed. */
async function payingWhileRemoving(read: (sql: Sql, id: number, ccId: string) => Promise<unknown>) {
  const id = world.aStudent();
  const { ccId } = await save(id);
  let attempt: Promise<unknown> = Promise.resolve();
  await world.db.transaction(async (sql) => {
    await read(sql, id, ccId);
    attempt = remove(id, ccId).then(
      () => 'removed',
      (error) => error.code,
    );
    await Promise.race([attempt, blocked()]);
    await sql.run`
      INSERT INTO payment (invoice_number, student_id, purpose, amount_cents, cc_id, attempted_at,
        created_by)
      VALUES (${`R${id}`}, ${id}, 'credits', 100, ${ccId}, now(), 'test')`;
  });
  const outcome = await attempt;
  await world.db.run`DELETE FROM payment WHERE invoice_number = ${`R${id}`}`;
  return outcome;
}
async function blocked(): Promise<void> {
  for (;;) {
    const waiting = await world.db.maybe`
      SELECT 1 AS waits FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' LIMIT 1`;
    if (waiting) return;
  }
}

test('a removal waits for a payment that has read the card, and is refused then', async () => {
  expect(await payingWhileRemoving(cardOfStudent)).toBe('card_in_use');
});

test('control: without the lock the card goes while it is being charged', async () => {
  const naive = (sql: Sql, _id: number, ccId: string) =>
    sql.one`SELECT cc_id FROM card WHERE cc_id = ${ccId}`;
  expect(await payingWhileRemoving(naive)).toBe('removed');
});

test('a payment with a removed card can be refunded', async () => {
  const id = world.aStudent();
  const { ccId } = await save(id);
  await buy(id, ccId);
  await remove(id, ccId);
  await world.processor.settle();
  const { chargeId } = await world.db.one<{ chargeId: number }>`
    SELECT charge.id AS charge_id FROM charge JOIN payment ON payment.id = charge.payment_id
    WHERE payment.student_id = ${id}`;
  await refundCharge(asStaff(world.db, ['ROLE_TECH_SUPPORT'], { studentId: id }), {
    chargeId,
    amountCents: 4200,
  });
  const lines = (await world.processor.book()).filter((line) => line.customer === String(id));
  expect(lines.map(({ type, amount }) => ({ type, amount }))).toContainEqual({
    type: 'refund',
    amount: 42,
  });
});

test('the last choice of a default card wins, and ends when the card is removed', async () => {
  const id = world.aStudent();
  const [one, two] = [await save(id), await save(id, MASTERCARD)];
  expect((await listCards(world.db, id, steadyNow())).map(({ isDefault }) => isDefault)).toEqual([
    false,
    false,
  ]);
  const { cards } = await choose(id, one.ccId);
  expect(cards.map(({ ccId, isDefault }) => [ccId, isDefault])).toEqual([
    [two.ccId, false],
    [one.ccId, true],
  ]);
  await Promise.all([one, two, one, two].map(({ ccId }) => choose(id, ccId)));
  const defaults = (await listCards(world.db, id, steadyNow())).filter(
    ({ isDefault }) => isDefault,
  );
  expect(defaults).toHaveLength(1);
  expect((await remove(id, defaults[0]?.ccId as string)).cards).toMatchObject([
    { isDefault: false },
  ]);
});

test('a card that is chosen while it is removed is no default that is not there', async () => {
  const id = world.aStudent();
  const { ccId } = await save(id);
  await Promise.allSettled([choose(id, ccId), remove(id, ccId)]);
  expect(
    await world.db.one`SELECT default_cc_id FROM card_customer WHERE student_id = ${id}`,
  ).toEqual({ defaultCcId: null });
});

test('an expired card can be removed, but neither chosen nor charged', async () => {
  const id = world.aStudent();
  const { ccId } = await save(id);
  await expire(ccId);
  expect(await listCards(world.db, id, steadyNow())).toMatchObject([
    { expired: true, expiresSoon: false },
  ]);
  expect(await refusalOf(choose(id, ccId))).toMatchObject({ status: 409, code: 'card_expired' });
  const charges = await world.processor.calls('createTransactionRequest');
  expect(await refusalOf(buy(id, ccId))).toMatchObject({
    status: 402,
    code: 'card_declined',
    extra: { reason: 'This card has expired. Please choose another card or add a new one.' },
  });
  expect(await world.processor.calls('createTransactionRequest')).toBe(charges);
  expect((await remove(id, ccId)).cards).toEqual([]);
});
