import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@portal/kit/database/database';
import { freshDatabase } from '@portal/kit/testing';

let db: Database & { drop(): Promise<void> };
beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

test('a new database has just the colleges and membership types that rules name', async () => {
  expect(await db.many`SELECT id, name, active FROM college ORDER BY id`).toEqual([
    { id: 234, name: 'Undecided', active: true },
    { id: 269, name: 'Woodmont College', active: true },
  ]);
  expect(await db.many`SELECT id, name FROM membership_type ORDER BY id`).toEqual([
    { id: 1, name: 'Member' },
    { id: 2, name: 'Non-member' },
  ]);
});

test('a new database has the settings of the office', async () => {
  expect(await db.one`SELECT offer_hours, waiting_list FROM setting`).toEqual({
    offerHours: 24,
    waitingList: true,
  });
});
