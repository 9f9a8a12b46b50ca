import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { countPackageUse } from './count-package-use.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('payments');
});
afterAll(() => db.drop());

const aLot = (packageId: number | null, active = true) =>
  db.run`
    INSERT INTO lot (student_id, source, package_id, package_name, proctor_fee_cents, bought,
      active,
      purchased_at, created_by)
    VALUES (1, ${packageId === null ? 'credits' : 'package'}, ${packageId},
      ${packageId === null ? null : 'Six credits'}, 1500, 6, ${active},
      now(), 'test')`;

test('lots are counted by package, also those that were taken back', async () => {
  for (const [packageId, active] of [
    [7, true],
    [7, false],
    [8, true],
    [null, true],
  ] as const)
    await aLot(packageId, active);
  expect(await countPackageUse({ db }, [7, 9])).toEqual([{ id: 7, count: 2 }]);
  expect(await countPackageUse({ db }, [8, 7])).toEqual([
    { id: 7, count: 2 },
    { id: 8, count: 1 },
  ]);
});
