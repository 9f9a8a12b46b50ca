import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { readExams } from '../exams/list-exams.ts';
import { saveExam } from '../exams/save-exam.ts';
import { readPackages } from '../packages/list-packages.ts';
import { savePackage } from '../packages/save-package.ts';
import { anExam, aPackage } from '../testing.ts';
import { beginPrices } from './begin-prices.ts';
import { type Price, readAllPrices } from './price-store.ts';
import { pricesOn } from './prices-on.ts';
import { readPrices } from './read-prices.ts';
import { savePrices } from './save-prices.ts';
import { type SetPrice, setPrice, withdrawPrice } from './set-price.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('catalog');
  await savePrices(office(), { memberCents: 4_200, nonmemberCents: 5_200 });
});
afterAll(() => db.drop());

const now = steadyNow();
const office = (key: string = randomUUID()) => asStaff(db, ['ROLE_SUPER_ADMIN'], { key });
/** A day so many days from today, New York. */
const inDays = (days: number): string => dayPlus(dayInNewYork(now), { days });
const soldPackage = async () => (await savePackage(office(), { id: 0, pack: aPackage() })).id;
const set = (about: Partial<SetPrice>, call = office()) =>
  setPrice(call, {
    kind: 'credit_member',
    refId: null,
    amountCents: 4_500,
    validFrom: null,
    reason: 'New year',
    ...about,
  });
const seen = (prices: readonly Price[]) =>
  prices.map(({ amountCents, state }) => [state, amountCents]);
const versionOf = async (list: string) =>
  (await db.one<{ version: number }>`SELECT version FROM list_version WHERE list = ${list}`)
    .version;
const eventsSince = async (version: number) =>
  (
    await db.many<{ type: string }>`
      SELECT type FROM outbox WHERE (payload->'data'->>'version')::int > ${version}
        AND type IN (
          'catalog.prices_changed', 'catalog.packages_changed', 'catalog.office_lists_changed'
        ) ORDER BY created_at`
  ).map(({ type }) => type);
const packagePrice = async (id: number) => (await readPackages(db, [id]))[0]?.purchasePriceCents;

test('a price from now on is in force at once, and the one before is of the past', async () => {
  const id = await soldPackage();
  const version = await versionOf('packages');
  const prices = await set({ kind: 'package', refId: id, amountCents: 21_000 });
  expect(seen(prices)).toEqual([
    ['in_force', 21_000],
    ['past', 20_000],
  ]);
  expect(await packagePrice(id)).toBe(21_000);
  expect(await eventsSince(version)).toEqual(['catalog.packages_changed']);
  const [audit] = await db.many<{ change: object }>`
    SELECT change FROM audit WHERE table_name = 'price' AND row_id = ${String(prices[0]?.id)}`;
  expect(audit?.change).toMatchObject({ amountCents: [20_000, 21_000], reason: 'New year' });
});

test('the price of a credit goes to the pair that others read', async () => {
  await set({ kind: 'credit_nonmember', amountCents: 5_700 });
  expect(await readPrices(db)).toMatchObject({ nonmemberCents: 5_700 });
  await set({ kind: 'credit_member', amountCents: 4_400 });
  expect(await readPrices(db)).toMatchObject({ memberCents: 4_400, nonmemberCents: 5_700 });
});

test.each([
  { kind: 'proctor_fee', field: 'proctorFeeCents', first: 1_500, next: 2_000 },
  { kind: 'retake_fee', field: 'retakeFeeCents', first: 6_000, next: 7_500 },
] as const)(
  'a $kind is a price like the others, and leaves them as they are',
  async ({ kind, field, first, next }) => {
    const [before, version] = [await readPrices(db), await versionOf('packages')];
    const prices = await set({ kind, amountCents: next });
    expect(seen(prices)).toEqual([
      ['in_force', next],
      ['past', first],
    ]);
    expect(await readPrices(db)).toEqual({ ...before, [field]: next });
    expect(await eventsSince(version)).toEqual(['catalog.prices_changed']);
  },
);

test('an additional charge becomes part of its exam, under a new version of the list', async () => {
  const { id, version } = await saveExam(office(), { id: 0, exam: anExam() });
  await set({ kind: 'additional_charge', refId: id, amountCents: 5_000 });
  const [exam] = await readExams(db, [id]);
  expect(exam?.additionalChargeCents).toBe(5_000);
  expect(exam?.version).toBeGreaterThan(version);
});

test('a future price, and its withdrawal, are announced to the office alone', async () => {
  const id = await soldPackage();
  const version = await versionOf('packages');
  const wanted = { kind: 'package', refId: id, validFrom: inDays(2) } as const;
  const [future] = await set({ ...wanted, amountCents: 1_000 });
  expect(await eventsSince(version)).toEqual(['catalog.office_lists_changed']);
  await withdrawPrice(office(), future?.id ?? 0);
  expect(await eventsSince(version)).toEqual([
    'catalog.office_lists_changed',
    'catalog.office_lists_changed',
  ]);
});

test('a later price waits for its day, begins once, and says so', async () => {
  const id = await soldPackage();
  const [validFrom, later] = [inDays(2), inDays(5)];
  await set({ kind: 'package_proctor_fee', refId: id, amountCents: 2_000, validFrom: later });
  const prices = await set({
    kind: 'package_proctor_fee',
    refId: id,
    amountCents: 1_800,
    validFrom,
  });
  expect(seen(prices)).toEqual([
    ['future', 2_000],
    ['future', 1_800],
    ['in_force', 1_500],
  ]);
  expect((await readPackages(db, [id]))[0]?.proctorFeeCents).toBe(1_500);

  const begin = instantInNewYork(validFrom, '00:00');
  await beginPrices(db, new Date(begin.getTime() - 1));
  expect((await readPackages(db, [id]))[0]?.proctorFeeCents).toBe(1_500);
  const version = await versionOf('packages');
  await Promise.all([1, 2, 3].map(() => beginPrices(db, begin)));
  expect((await readPackages(db, [id]))[0]?.proctorFeeCents).toBe(1_800);
  expect(await eventsSince(version)).toEqual(['catalog.packages_changed']);
  const of = { kind: 'package_proctor_fee', refId: id } as const;
  expect(seen(await readAllPrices(db, begin, of))).toEqual([
    ['future', 2_000],
    ['in_force', 1_800],
    ['past', 1_500],
  ]);
});

test('prices that began unnoticed are put in force in their order', async () => {
  const id = await soldPackage();
  for (const [days, amountCents] of [
    [3, 30_000],
    [2, 25_000],
  ] as const)
    await set({ kind: 'package', refId: id, amountCents, validFrom: inDays(days) });
  await beginPrices(db, instantInNewYork(inDays(4), '00:00'));
  expect(await packagePrice(id)).toBe(30_000);
});

test('of two prices set for the same day the second is refused', async () => {
  const id = await soldPackage();
  const wanted = { kind: 'package', refId: id, validFrom: inDays(7) } as const;
  const settled = await Promise.allSettled([
    set({ ...wanted, amountCents: 1_000 }),
    set({ ...wanted, amountCents: 2_000 }),
  ]);
  expect(refusals(settled)).toEqual(['date_taken']);
  const refusal = await refusalOf(set({ ...wanted, amountCents: 3_000 }));
  const [year, month, day] = inDays(7).split('-');
  expect(refusal.detail).toBe(`A price already begins on ${month}/${day}/${year}.`);
});

test('two prices from now on hold one after the other, and the last one stays', async () => {
  const id = await soldPackage();
  const call = office();
  for (const amountCents of [1_000, 2_000])
    await set({ kind: 'package', refId: id, amountCents }, { ...call, key: randomUUID() });
  expect(await packagePrice(id)).toBe(2_000);
  const [first] = await readAllPrices(db, steadyNow(), { kind: 'package', refId: id });
  expect(first).toMatchObject({ amountCents: 2_000, state: 'in_force' });
});

test('a price that has not begun is withdrawn, and never begins', async () => {
  const id = await soldPackage();
  const validFrom = inDays(2);
  const [future] = await set({ kind: 'package', refId: id, amountCents: 1_000, validFrom });
  expect(seen(await withdrawPrice(office(), future?.id ?? 0))).toEqual([['in_force', 20_000]]);
  await beginPrices(db, instantInNewYork(inDays(3), '00:00'));
  expect(await packagePrice(id)).toBe(20_000);
  expect((await refusalOf(withdrawPrice(office(), future?.id ?? 0))).code).toBe('price_not_found');
  // the day is free again
  await set({ kind: 'package', refId: id, amountCents: 1_100, validFrom });
});

test('a begun price is not withdrawn, also before it has been put in force', async () => {
  const id = await soldPackage();
  const [future] = await set({
    kind: 'package',
    refId: id,
    amountCents: 1_000,
    validFrom: inDays(2),
  });
  const late = { ...office(), now: instantInNewYork(inDays(2), '00:00') };
  expect((await refusalOf(withdrawPrice(late, future?.id ?? 0))).code).toBe('in_force');
  const [inForce] = await readAllPrices(db, steadyNow(), { kind: 'package', refId: id }).then(
    (all) => all.filter(({ state }) => state === 'in_force'),
  );
  expect((await refusalOf(withdrawPrice(office(), inForce?.id ?? 0))).code).toBe('in_force');
});

test('the withdrawal of a price and its begin do not both happen', async () => {
  const id = await soldPackage();
  const validFrom = inDays(2);
  const [future] = await set({ kind: 'package', refId: id, amountCents: 1_000, validFrom });
  const begin = instantInNewYork(validFrom, '00:00');
  const [, withdrawn] = await Promise.allSettled([
    beginPrices(db, begin),
    withdrawPrice(office(), future?.id ?? 0),
  ]);
  const began = (await packagePrice(id)) === 1_000;
  expect(withdrawn.status === 'fulfilled').toBe(!began);
});

test('the same key sets a price once', async () => {
  const id = await soldPackage();
  const call = office();
  await set({ kind: 'package', refId: id, amountCents: 1_000 }, call);
  await set({ kind: 'package', refId: id, amountCents: 1_000 }, call);
  expect(await readAllPrices(db, steadyNow(), { kind: 'package', refId: id })).toHaveLength(2);
});

test('refuses a missing price, a past day and an invalid price', async () => {
  const codes = await Promise.all(
    [
      set({ kind: 'package', refId: 999_999 }),
      set({ kind: 'additional_charge', refId: 999_999, amountCents: 5_000 }),
      set({ validFrom: inDays(0) }),
      set({ validFrom: inDays(-1) }),
      set({ amountCents: -1 }),
      withdrawPrice(office(), 999_999),
    ].map(async (tried) => (await refusalOf(tried)).code),
  );
  expect(codes).toEqual([
    'package_not_found',
    'exam_not_found',
    'not_backdated',
    'not_backdated',
    'invalid',
    'price_not_found',
  ]);
});

test('a price added with its package or exam is noted, an equal one is not', async () => {
  const { id } = await savePackage(office(), { id: 0, pack: aPackage() });
  await savePackage(office(), { id, pack: aPackage({ purchasePriceCents: 22_000 }) });
  const of = { kind: 'package', refId: id } as const;
  expect(seen(await readAllPrices(db, steadyNow(), of))).toEqual([
    ['in_force', 22_000],
    ['past', 20_000],
  ]);
  const fee = await readAllPrices(db, steadyNow(), { ...of, kind: 'package_proctor_fee' });
  expect(seen(fee)).toEqual([['in_force', 1_500]]);
});

test('the database refuses prices that break its rules', async () => {
  const refused = (sql: Promise<unknown>) => expect(sql).rejects.toMatchObject({ code: '23514' });
  await refused(db.run`UPDATE price SET ref_id = 7 WHERE kind = 'credit_member'`);
  await refused(db.run`UPDATE price SET amount_cents = -1`);
  await refused(db.run`UPDATE price SET withdrawn_at = now(), withdrawn_by = 'x'`);
});

test('a day shows its price: the newest begun one, leaving withdrawn ones out', async () => {
  const packageId = await soldPackage();
  const other = await soldPackage();
  const first = await set({ kind: 'package', refId: packageId, validFrom: inDays(3) });
  await set({ kind: 'package', refId: packageId, amountCents: 17_000, validFrom: inDays(9) });
  await set({ kind: 'proctor_fee', amountCents: 1_800, validFrom: inDays(4) });
  const on = async (day: string | null) =>
    (
      await pricesOn({ db, now: steadyNow() }, { on: day, examIds: [], packageIds: [packageId] })
    ).filter(({ kind }) => kind === 'package' || kind === 'proctor_fee');
  const ofPackage = (amountCents: number) => ({ kind: 'package', refId: packageId, amountCents });
  const fee = (amountCents: number) => ({ kind: 'proctor_fee', refId: null, amountCents });
  const usualFee = (await readPrices(db))?.proctorFeeCents ?? 0;
  expect(await on(null)).toEqual([ofPackage(20_000), fee(usualFee)]);
  expect(await on(inDays(3))).toEqual([ofPackage(4_500), fee(usualFee)]);
  expect(await on(inDays(10))).toEqual([ofPackage(17_000), fee(1_800)]);
  await withdrawPrice(office(), first.find(({ amountCents }) => amountCents === 4_500)?.id ?? 0);
  expect(await on(inDays(3))).toEqual([ofPackage(20_000), fee(usualFee)]);
  const both = await pricesOn(
    { db, now: steadyNow() },
    { on: null, examIds: [], packageIds: [packageId, other] },
  );
  expect(both.filter(({ kind }) => kind === 'package')).toHaveLength(2);
});
