import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { broken } from '@portal/kit/commands/sweep';
import { asStaff, diesAt, refusalOf, refusals } from '@portal/kit/testing';
import { invariants } from '../invariants.ts';
import { aWorld, PAYING, PREPAYING, type World } from '../testing.ts';
import { payByCard, payingSchool } from './pay-by-card.ts';
import { readAccount } from './read-balance.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterEach(async () => {
  world.payments.nextSchoolCharges.length = 0;
  world.payments.meanwhile = async () => {};
  expect(await broken(world.db, invariants)).toEqual({});
});
afterAll(() => world.close());

const admin = (key: string = randomUUID()): Call => asStaff(world.db, ['ROLE_ADMIN'], { key });
const own = (schoolId: number): Call =>
  asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId, key: randomUUID() });
const pay = (call: Call, more: Partial<Parameters<typeof payByCard>[1]> = {}) =>
  payByCard(call, {
    schoolId: PREPAYING,
    amountCents: 120_050,
    card: { descriptor: 'D', value: randomUUID() },
    last4: null,
    cardType: null,
    ...more,
  });
/** The changes of the balance and of the number of charges of a school. */
async function changed(work: () => Promise<unknown>) {
  const before = await readAccount(world.db, PREPAYING);
  const charges = world.payments.schoolCharges.size;
  await work();
  const after = await readAccount(world.db, PREPAYING);
  return {
    cents: after.balanceCents - before.balanceCents,
    rows: after.report.slice(before.report.length),
    charges: world.payments.schoolCharges.size - charges,
  };
}
const PAID_ONCE = { cents: 120_050, rows: [expect.anything()], charges: 1 };
async function resumed(): Promise<void> {
  await world.db.run`
    UPDATE process SET next_run_at = clock_timestamp(), lease_until = '-infinity'
    WHERE status = 'running'`;
  await payingSchool.resume(world.db);
}

test('charges a card, enters the payment once per key, and mails the receipt', async () => {
  const key = randomUUID();
  const card = { descriptor: 'D', value: 'once' };
  const paid = await changed(async () => {
    await pay(admin(key), { card });
    await pay(admin(key), { card });
  });
  expect(paid).toEqual({
    ...PAID_ONCE,
    rows: [
      expect.objectContaining({
        description: 'Payment by card ending 1111',
        cohort: '',
        amountCents: 120_050,
        isPayment: true,
      }),
    ],
  });
  expect([...world.payments.schoolCharges.values()].at(-1)?.payer).toEqual({
    name: expect.any(String),
    email: 'admin@school.test',
  });
});

test('a school admin pays for the own school, named or not, and for no other', async () => {
  expect(await changed(() => pay(own(PREPAYING), { schoolId: null }))).toMatchObject(PAID_ONCE);
  expect(await changed(() => pay(own(PREPAYING)))).toMatchObject(PAID_ONCE);
  expect((await refusalOf(pay(own(PREPAYING), { schoolId: PAYING }))).code).toBe(
    'school_not_found',
  );
});

test('charges nothing without an account, for an unknown school or an invalid amount', async () => {
  const none = await changed(async () => {
    expect((await refusalOf(pay(admin(), { schoolId: PAYING }))).code).toBe('school_not_charged');
    expect((await refusalOf(pay(admin(), { schoolId: 999_999 }))).code).toBe('school_not_found');
    for (const amountCents of [0, -100, 5_000_001])
      expect((await refusalOf(pay(admin(), { amountCents }))).code).toBe('invalid');
  });
  expect(none).toEqual({ cents: 0, rows: [], charges: 0 });
});

test('a declined card enters nothing and leaves the school free for the next one', async () => {
  world.payments.nextSchoolCharges.push('declined');
  const paid = await changed(async () => {
    const key = randomUUID();
    const card = { descriptor: 'D', value: 'declined' };
    for (let i = 0; i < 2; i++)
      expect(await refusalOf(pay(admin(key), { card }))).toMatchObject({
        status: 402,
        code: 'card_declined',
        extra: { reason: 'This transaction has been declined.' },
      });
    await pay(admin());
  });
  expect(paid).toMatchObject(PAID_ONCE);
});

test('two payments with one key charge once; a second key gets charge_pending', async () => {
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  world.payments.meanwhile = () => {
    arrived.resolve();
    return held.promise;
  };
  const paid = await changed(async () => {
    const key = randomUUID();
    const card = { descriptor: 'D', value: 'twice' };
    const both = [pay(admin(key), { card }), pay(admin(key), { card })];
    await Promise.race(both).catch(() => null); // the one that is not at payments
    await arrived.promise;
    expect(await refusalOf(pay(admin()))).toMatchObject({ status: 409, code: 'charge_pending' });
    held.resolve();
    expect(refusals(await Promise.allSettled(both))).toEqual(['request_in_progress']);
  });
  expect(paid).toMatchObject(PAID_ONCE);
});

test.each([
  'paySchool.begin.commit',
  'paySchool.charge.before',
  'paySchool.charge.ran',
  'paySchool.charge.commit',
  'paySchool.charge.after',
])('interrupted at %s, the payment is charged once and entered once', async (mark) => {
  const key = randomUUID();
  const card = { descriptor: 'D', value: mark };
  const paid = await changed(async () => {
    await diesAt(mark, () => pay(admin(key), { card }));
    await resumed();
    await pay(admin(key), { card });
  });
  expect(paid).toMatchObject(PAID_ONCE);
});

test('an unknown charge blocks other payments, and is entered once it is known', async () => {
  world.payments.nextSchoolCharges.push('unknown');
  const paid = await changed(async () => {
    expect(await refusalOf(pay(admin()))).toMatchObject({ status: 502, code: 'charge_unknown' });
    expect((await refusalOf(pay(admin()))).code).toBe('charge_pending');
    await resumed();
  });
  expect(paid).toMatchObject(PAID_ONCE);
});

test('a charge whose answer is lost is requested again with the same key', async () => {
  world.payments.nextSchoolCharges.push('lost');
  expect(await changed(() => pay(admin()))).toMatchObject(PAID_ONCE);
});

test('the database lets a charge be entered only once', async () => {
  const [{ paymentId }] = (await world.db.many<{ paymentId: number }>`
    SELECT payment_id FROM balance_entry WHERE kind = 'card_payment'`) as [{ paymentId: number }];
  await expect(
    world.db.run`
      INSERT INTO balance_entry (school_id, kind, entered_at, day, payment_id, entered_by)
      VALUES (${PREPAYING}, 'card_payment', now(), now()::date, ${paymentId}, 'test')`,
  ).rejects.toThrow('balance_entry_payment_id_key');
});
