import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { deliver, reliesOn } from '@portal/kit/testing/events/message-pacts';
import { SettingsChanged } from '@portal/proto/identity/v1/events';
import { onSettingsChanged } from './on-settings-changed.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('schools');
});
afterAll(() => db.drop());

test('changed settings are in the copy, as identity sends them', async () => {
  const announced = { version: 2, lowBalanceCents: 61_250 };
  await reliesOn('schools', SettingsChanged, announced, (message) =>
    deliver(db, onSettingsChanged, message),
  );
  expect(await db.one`SELECT low_balance_cents, version FROM balance_settings`).toEqual(announced);
});
