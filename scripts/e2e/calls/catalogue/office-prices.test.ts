import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { getCatalogue, retireFromCatalogue } from '@portal/contract/catalogue/office-catalogue';
import { type OfficePackage, savePackage } from '@portal/contract/catalogue/office-package';
import { type OfficePrice, setPrice } from '@portal/contract/catalogue/office-price';
import { newYorkDay } from '@portal/contract/days';
import type { Problem } from '@portal/contract/problem';
import {
  getPackagesTypesToDisplay,
  purchasePackageWithNewProfile,
} from '@portal/contract/purchases/payments';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import { LiveStream } from '../../../portal-user/live-stream.ts';
import type { Person } from '../../../portal-user/person.ts';
import { someCard } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let superAdmin: Person;
let admin: Person;
beforeAll(async () => {
  [superAdmin, admin] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_ADMIN'),
  ]);
});
afterEach(() => LiveStream.closeAll());

type WantedPackage = CallInput<typeof savePackage>;
const aPackage = (about: Partial<WantedPackage> = {}): WantedPackage => ({
  number_of_credits: 6,
  is_default: false,
  display_name: `Office ${randomInt(1e9)}`,
  no_additional_fees: false,
  is_special_program: false,
  exams_allowed: [],
  admin_only: false,
  ...(about.id === undefined ? { purchasePrice: 199, proctorFeePrice: 15 } : {}),
  ...about,
});
const save = (about: Partial<WantedPackage> = {}) =>
  superAdmin.ask(savePackage, aPackage(about), randomUUID());
const added = async (about: Partial<WantedPackage> = {}): Promise<OfficePackage> => {
  const answer = await save(about);
  expect(answer).toMatchObject({ status: 200 });
  return savePackage.answer.parse(answer.body).item;
};
const change = (seen: OfficePackage, about: Partial<WantedPackage> = {}) =>
  save({
    id: seen.id,
    version: seen.version,
    display_name: seen.display_name,
    number_of_credits: seen.number_of_credits,
    ...about,
  });
const set = (about: Partial<CallInput<typeof setPrice>>) =>
  superAdmin.ask(
    setPrice,
    { kind: 'package', amount: 189, validFrom: 'now', reason: 'New year', ...about },
    randomUUID(),
  );
const pricesAfter = async (about: Partial<CallInput<typeof setPrice>>): Promise<OfficePrice[]> => {
  const answer = await set(about);
  expect(answer).toMatchObject({ status: 200 });
  return setPrice.answer.parse(answer.body).prices;
};
const retire = ({ id, version }: Pick<OfficePackage, 'id' | 'version'>, active = false) =>
  superAdmin.ask(retireFromCatalogue, { part: 'packages', id, version, active }, randomUUID());
const inDays = (days: number): string =>
  Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days }).toString();
/** Waits until a person is offered a package at a price, which payments charges. */
async function onSale(person: Person, id: number, price: number): Promise<void> {
  await until(
    () => person.do(getPackagesTypesToDisplay, {}),
    ({ packages }) => packages.some((pack) => pack.id === id && pack.purchase_price === price),
  );
  await until(
    () =>
      sql(
        'payments',
        'SELECT 1 FROM package_copy WHERE id = $1 AND purchase_price_cents = $2 AND active',
        [id, price * 100],
      ),
    (rows) => rows.length === 1,
  );
}
const buy = async (person: Person, packageId: number, amount: number) =>
  person.ask(
    purchasePackageWithNewProfile,
    { ...(await someCard()), packageId, amount } as never,
    randomUUID(),
  );
const NOBODY = { id: 2_000_000_007, version: 1 };

describe('getCatalogue', () => {
  test('gives packages and prices only to roles that may see prices', async () => {
    const { id, display_name } = await added();
    const items = async (part: 'packages' | 'prices', person = admin) => {
      const { body } = await person.ask(getCatalogue, { part, search: display_name });
      return getCatalogue.answer.parse(body).items;
    };
    expect(await items('packages')).toMatchObject([{ id, purchase_price: 199, inUse: 0 }]);
    expect(await items('prices')).toMatchObject([
      { kind: 'package', refId: id, amount: 199, state: 'in_force' },
      { kind: 'package_proctor_fee', refId: id, amount: 15, state: 'in_force' },
    ]);
    const support = await signedInStaff('ROLE_SUPPORT');
    for (const part of ['packages', 'prices'] as const)
      expect(refusal(await support.ask(getCatalogue, { part }))).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
  });
});

describe('savePackage', () => {
  test('sells a new package, and notifies open pages', async () => {
    const { person } = await aStudent();
    const stream = await LiveStream.open(person);
    const { id } = await added();
    await stream.waitForEvent('changed', 'credits');
    await onSale(person, id, 199);
  });

  test('refuses admins, and saves once per key', async () => {
    const input = aPackage();
    expect(refusal(await admin.ask(savePackage, input, randomUUID()))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    const key = randomUUID();
    const first = await superAdmin.ask(savePackage, input, key);
    expect(await superAdmin.ask(savePackage, input, key)).toMatchObject({ body: first.body });
  });

  test('refuses a change from an old version, with the current package', async () => {
    const seen = await added();
    await change(seen, { description: 'first' });
    const answer = await change(seen, { description: 'second' });
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'changed' });
    expect((answer.body as Problem).current).toMatchObject({ id: seen.id, description: 'first' });
  });

  test('keeps the credits of sold packages, and does not find unknown ones', async () => {
    const { person } = await aStudent();
    const seen = await added();
    await onSale(person, seen.id, 199);
    expect((await buy(person, seen.id, 199)).status).toBe(200);
    expect(refusal(await change(seen, { number_of_credits: 7 }))).toEqual({
      status: 409,
      code: 'sold',
      detail: 'This package was sold. Retire it and add a new one.',
    });
    expect(refusal(await save(NOBODY))).toEqual({
      status: 404,
      code: 'package_not_found',
      detail: 'No package found',
    });
  });
});

describe('setPrice', () => {
  test('charges a new price from its start, and keeps earlier payments', async () => {
    const { person, id: studentId } = await aStudent();
    const { id } = await added();
    await onSale(person, id, 199);
    expect((await buy(person, id, 199)).status).toBe(200);
    const prices = await pricesAfter({ refId: id });
    expect(prices.map(({ amount, state }) => [amount, state])).toEqual([
      [189, 'in_force'],
      [199, 'past'],
    ]);
    await onSale(person, id, 189);
    const late = await buy(person, id, 199);
    expect(refusal(late)).toMatchObject({ code: 'amount_changed' });
    expect((late.body as Problem).expected).toBe(189);
    expect((await buy(person, id, 189)).status).toBe(200);
    const lots = await sql<{ paid_cents: string }>(
      'payments',
      'SELECT paid_cents FROM lot WHERE student_id = $1 AND package_id = $2 ORDER BY id',
      [studentId, id],
    );
    expect(lots.map(({ paid_cents }) => Number(paid_cents))).toEqual([19_900, 18_900]);
  });

  test('schedules a later price, and withdraws it once', async () => {
    const { id } = await added();
    const [future] = await pricesAfter({ refId: id, amount: 150, validFrom: inDays(3) });
    expect(future).toMatchObject({ amount: 150, state: 'future', reason: 'New year' });
    const withdraw = { withdraw: future?.priceId ?? 0 };
    const remove = () => superAdmin.ask(setPrice, withdraw, randomUUID());
    expect(setPrice.answer.parse((await remove()).body).prices).toMatchObject([{ amount: 199 }]);
    expect(refusal(await remove())).toMatchObject({ status: 404, code: 'price_not_found' });
  });
});

describe('retireFromCatalogue', () => {
  test('stops the sale of a package', async () => {
    const { person } = await aStudent();
    const seen = await added();
    await onSale(person, seen.id, 199);
    expect((await retire(seen)).status).toBe(200);
    await until(
      () => person.do(getPackagesTypesToDisplay, {}),
      ({ packages }) => packages.every(({ id }) => id !== seen.id),
    );
  });
});
