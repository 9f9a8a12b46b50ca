import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { CatalogueUseServiceDefinition } from '@portal/proto/payments/v1/catalogue_use';
import { aPackage } from '../testing.ts';
import { listOfficePackages } from './list-office-packages.ts';
import type { OfficePackage, OfficePackageFields } from './office-package.ts';
import { retirePackage } from './retire-package.ts';
import { saveOfficePackage } from './save-office-package.ts';

let db: TestDatabase;
let stop: () => void;
/** Lots by package, as payments would count them. */
const sold = new Map<number, number>();
beforeAll(async () => {
  db = await freshDatabase('catalog');
  stop = await serveInProcess('PAYMENTS_ADDR', [
    standIn(CatalogueUseServiceDefinition, {
      countPackageUse: async ({ packageIds }) => ({
        uses: [...sold]
          .filter(([id]) => packageIds.includes(id))
          .map(([id, count]) => ({ id, count })),
      }),
    }),
  ]);
});
beforeEach(() => sold.clear());
afterAll(async () => {
  closeClients();
  stop();
  await db.drop();
});

const office = () => asStaff(db, ['ROLE_SUPER_ADMIN'], { key: randomUUID() });
const prices = { purchasePriceCents: 20_000, proctorFeeCents: 1_500 };
const fieldsOf = (): OfficePackageFields => {
  const {
    purchasePriceCents: _price,
    proctorFeeCents: _fee,
    active: _active,
    isStudyAbroad: _abroad,
    vendorPackageVendorId: _vendor,
    freeRetakeCredits: _retakes,
    ...fields
  } = aPackage();
  return fields;
};
const added = (about: Partial<OfficePackageFields> = {}): Promise<OfficePackage> =>
  saveOfficePackage(office(), { id: 0, version: 0, pack: { ...fieldsOf(), ...about }, prices });
const changed = ({ pack, version }: OfficePackage, about: Partial<OfficePackageFields>) =>
  saveOfficePackage(office(), {
    id: pack.id,
    version,
    pack: { ...fieldsOf(), ...about },
    prices: { purchasePriceCents: 1, proctorFeeCents: 1 },
  });
const listed = async (about: object = {}) =>
  (await listOfficePackages({ db }, { retired: false, search: null, ids: [], ...about })).map(
    ({ pack }) => pack.id,
  );

test('a new package has its first prices; later changes leave them', async () => {
  const first = await added({ displayName: 'Twelve' });
  expect(first.pack).toMatchObject({ ...prices, active: true });
  const second = await changed(first, { displayName: 'A dozen' });
  expect(second.pack).toMatchObject({ ...prices, displayName: 'A dozen' });
  expect(second.version).toBe(first.version + 1);
});

test('of two saves of one version the second is refused', async () => {
  const seen = await added();
  const settled = await Promise.allSettled(
    ['first', 'second'].map((displayName) => changed(seen, { displayName })),
  );
  expect(refusals(settled)).toEqual(['changed']);
});

test('a sold package keeps its credits, vendors and exams', async () => {
  const seen = await added();
  sold.set(seen.pack.id, 1);
  for (const about of [
    { numberOfCredits: 7 },
    { vendorsAllowed: '3' },
    { examsAllowed: [999_999] },
  ]) {
    const refusal = await refusalOf(changed(seen, about));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'sold',
      detail: 'This package was sold. Retire it and add a new one.',
    });
  }
  expect((await changed(seen, { description: 'Still on sale' })).inUse).toBe(1);
});

test('wrong fields and packages that are not there are refused', async () => {
  const seen = await added();
  const codes = await Promise.all(
    [
      changed(seen, { displayName: '' }),
      changed(seen, { numberOfCredits: 0 }),
      changed(seen, { numberOfCredits: 100 }),
      changed(seen, { examsAllowed: [999_999] }),
      saveOfficePackage(office(), { id: 999_999, version: 1, pack: fieldsOf(), prices }),
      retirePackage(office(), { id: 999_999, version: 1, active: false }),
    ].map(async (tried) => (await refusalOf(tried)).code),
  );
  expect(codes).toEqual([
    'invalid',
    'invalid',
    'invalid',
    'invalid',
    'package_not_found',
    'package_not_found',
  ]);
});

test('a package retires and comes back; the default one does not', async () => {
  const name = `Rare ${randomUUID()}`;
  const seen = await added({ displayName: name });
  const { id } = seen.pack;
  const retired = await retirePackage(office(), { id, version: seen.version, active: false });
  expect(retired.pack.active).toBe(false);
  expect(await listed({ search: name })).toEqual([]);
  expect(await listed({ search: name.toUpperCase(), retired: true })).toEqual([id]);
  const stale = { id, version: seen.version, active: true };
  expect((await refusalOf(retirePackage(office(), stale))).code).toBe('changed');
  await retirePackage(office(), { ...stale, version: retired.version });
  expect(await listed({ search: name })).toEqual([id]);

  const chosen = await added({ isDefault: true });
  const away = { id: chosen.pack.id, version: chosen.version, active: false };
  expect(await refusalOf(retirePackage(office(), away))).toMatchObject({
    status: 409,
    code: 'is_default',
    detail: 'Choose another default package first.',
  });
});

test('a new default makes the one before an older version', async () => {
  const seen = await added({ isDefault: true });
  await added({ isDefault: true });
  expect((await refusalOf(changed(seen, { isDefault: true }))).code).toBe('changed');
});
