import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, refusalOf, refusals } from '@portal/kit/testing';
import { listCharges } from '../charges/records/list-charges.ts';
import { getCredits } from '../credits/reading/get-credits.ts';
import { withProjections } from '../projections/buyer.ts';
import { buy } from '../testing/buying.ts';
import { captured, student, withWorld, world } from '../testing/with-world.ts';
import { buyingCredits } from './buy-credits.ts';

withWorld();

test('credits are charged, granted as a generic lot and booked as the processor did', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const bought = await buy(student(id), 3, ccId);
  expect(bought).toMatchObject({
    successMessage: 'Thank you. 3 credits were added to your account.',
    credits: { total: 3, generic: 3 },
  });
  const [charge] = await listCharges(student(id), id);
  const [line] = await captured(id);
  expect(charge).toMatchObject({
    amountCents: 12600,
    status: 'succeeded',
    chargeTypeId: '2',
    processorTransactionId: line?.transId,
  });
  expect(line).toMatchObject({ amount: 126, invoiceNumber: charge?.invoiceNumber });
});

test('saves a new card before the charge and returns it with the credits', async () => {
  const id = world.aStudent();
  const call = student(id);
  const newCard = await world.processor.newCard();
  const input = { studentId: id, credits: 1, amountCents: 4200, method: { ccId: null, newCard } };
  const bought = await withProjections(call, () => buyingCredits.start(call, input));
  expect(bought).toMatchObject({
    card: { cardType: 'Visa', last4: '1111', expired: false },
    credits: { total: 1 },
  });
  expect(await captured(id)).toHaveLength(1);
  const [row] = await world.db.many<{
    input: object;
  }>`SELECT input FROM process WHERE name = 'buyCredits' AND scope = ${`student:${id}`}`;
  expect(row?.input).toEqual({});
});

test('the same key repeats the response and charges once; another body is refused', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const key = randomUUID();
  const first = await buy(student(id, { key }), 2, ccId);
  expect(await buy(student(id, { key }), 2, ccId)).toEqual(first);
  expect((await refusalOf(buy(student(id, { key }), 3, ccId))).code).toBe('idempotency_key_reused');
  expect(await captured(id)).toHaveLength(1);
  expect((await getCredits(student(id), id)).total).toBe(2);
});

test('a double click charges once: the second request waits, or sees one in progress', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const key = randomUUID();
  const answers = await world.processor.holdFirst(() => [
    buy(student(id, { key }), 2, ccId),
    buy(student(id, { key }), 2, ccId),
    buy(student(id), 2, ccId),
  ]);
  // when the other key is first, both with the one key meet its payment
  expect(refusals(answers).sort()).toEqual([
    'charge_pending',
    expect.stringMatching(/^(charge_pending|request_in_progress)$/),
  ]);
  expect(await captured(id)).toHaveLength(1);
  expect((await getCredits(student(id), id)).total).toBe(2);
});

test('a declined card gives no credits, says why and leaves nothing open', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  await world.processor.fault('decline', { count: 1 });
  const refusal = await refusalOf(buy(student(id), 2, ccId));
  expect(refusal).toMatchObject({
    status: 402,
    code: 'card_declined',
    detail: 'There was a problem charging your card.',
  });
  expect(refusal.extra.reason).toBe('This transaction has been declined.');
  expect((await getCredits(student(id), id)).total).toBe(0);
  expect((await listCharges(student(id), id)).map((charge) => charge.status)).toEqual(['declined']);
  await buy(student(id), 2, ccId);
  expect(await captured(id)).toHaveLength(1);
});

test('a new card that its bank refuses is neither saved nor charged', async () => {
  const id = world.aStudent();
  const call = student(id);
  const newCard = await world.processor.newCard({ billingZip: '46282' });
  const input = { studentId: id, credits: 1, amountCents: 4200, method: { ccId: null, newCard } };
  expect(
    (await refusalOf(withProjections(call, () => buyingCredits.start(call, input)))).code,
  ).toBe('card_declined');
  expect(await world.db.many`SELECT 1 FROM card WHERE student_id = ${id}`).toEqual([]);
  expect(await captured(id)).toEqual([]);
});

test('refuses a wrong amount or number of credits and charges nothing', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const refusal = await refusalOf(buy(student(id), 3, ccId, 12599));
  expect(refusal).toMatchObject({
    status: 409,
    code: 'amount_changed',
    extra: { expected: 12600 },
  });
  expect(await refusalOf(buy(student(id), 9, ccId))).toMatchObject({
    code: 'invalid',
    extra: { errors: [{ path: 'numberOfCredits' }] },
  });
  expect(await captured(id)).toEqual([]);
});

test('members, others and students of a school with its own pair pay their price', async () => {
  world.schools.set(300, { id: 300, memberPriceCents: 3000, nonmemberPriceCents: 3500 });
  world.schools.set(209, { id: 209 });
  const price = async (more: object) => {
    const id = world.aStudent(more);
    return (await getCredits(student(id), id)).pricePerCreditCents;
  };
  expect(await price({ membershipTypeId: 1 })).toBe(4200);
  expect(await price({ membershipTypeId: 4 })).toBe(5200);
  expect(await price({ membershipTypeId: 1, schoolId: 300 })).toBe(3000);
  expect(await price({ membershipTypeId: 2, schoolId: 300 })).toBe(3500);
  expect(await price({ membershipTypeId: 2, schoolId: 209 })).toBe(5200);
});

test('refuses barred students, stopped accounts, prepaying schools, except by staff', async () => {
  world.schools.set(151, { id: 151, chargeSchool: true });
  const barred = world.aStudent({ deniedRegistration: true });
  const stopped = world.aStudent({ buyingStopped: true });
  const prepaid = world.aStudent({ schoolId: 151 });
  const ccId = await world.aCard(student(stopped));
  for (const [id, code] of [
    [barred, 'registration_denied'],
    [stopped, 'buying_disabled'],
    [prepaid, 'buying_disabled'],
  ] as const) {
    expect((await refusalOf(buy(student(id), 1, ccId))).code).toBe(code);
    expect((await getCredits(student(id), id)).buyingDisabled).toBe(code === 'buying_disabled');
  }
  const staff = asStaff(world.db, ['ROLE_ADMIN'], { studentId: stopped });
  expect((await buy(staff, 10, ccId)).credits.total).toBe(10);
});

test('a bar on buying applies to staff until it ends; a bar on booking does not', async () => {
  const tomorrow = new Date(steadyNow().getTime() + 86_400_000);
  const buyingBarred = world.aStudent({ buyingBarredUntil: tomorrow });
  const bookingBarred = world.aStudent({ bookingBarredUntil: tomorrow });
  const wasBarred = world.aStudent({ buyingBarredUntil: new Date(steadyNow().getTime() - 1000) });
  const both = world.aStudent({ buyingBarredUntil: tomorrow, bookingBarredUntil: tomorrow });
  const ccId = await world.aCard(student(buyingBarred));
  const byStaff = asStaff(world.db, ['ROLE_ADMIN'], { studentId: buyingBarred });
  for (const call of [student(buyingBarred), byStaff])
    expect((await refusalOf(buy(call, 1, ccId))).code).toBe('buying_disabled');
  expect((await refusalOf(buy(student(both), 1, ccId))).code).toBe('registration_denied');
  const disabled = async (id: number) => (await getCredits(student(id), id)).buyingDisabled;
  expect(await disabled(buyingBarred)).toBe(true);
  for (const id of [bookingBarred, wasBarred]) {
    expect(await disabled(id)).toBe(false);
    const own = await world.aCard(student(id));
    expect((await buy(student(id), 1, own)).credits.total).toBe(1);
  }
});

test("another student's card is as if it were not there", async () => {
  const [one, other] = [world.aStudent(), world.aStudent()];
  const ccId = await world.aCard(student(one));
  expect((await refusalOf(buy(student(other), 1, ccId))).code).toBe('payment_method_not_found');
});
