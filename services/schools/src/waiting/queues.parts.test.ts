import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { deliver } from '@portal/kit/testing/events/message-pacts';
import { SettingsChanged } from '@portal/proto/identity/v1/events';
import { readAccount } from '../balance/read-balance.ts';
import { insertPayment } from '../balance/store.ts';
import { followSettingsJob } from '../settings/follow-settings.ts';
import { onSettingsChanged } from '../settings/on-settings-changed.ts';
import { aWorld, PREPAYING, type World } from '../testing.ts';
import { queues } from './queues.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
beforeEach(() => world.db.run`DELETE FROM balance_settings`);
afterAll(() => world.close());

const queue = queues.low_balances as NonNullable<(typeof queues)[string]>;
/** Whether the school that prepays waits, and that the number says the same as the rows. */
async function waits(): Promise<boolean> {
  const rows = await queue.list(world.db, steadyNow(), 1000);
  const { count } = await queue.count(world.db, steadyNow());
  expect(count).toBe(rows.length);
  return rows.some(({ schoolId }) => schoolId === PREPAYING);
}
async function hasBalance(cents: number): Promise<void> {
  const { balanceCents } = await readAccount(world.db, PREPAYING);
  if (balanceCents === cents) return;
  await world.db.transaction((sql) =>
    insertPayment(
      sql,
      {
        schoolId: PREPAYING,
        kind: 'correction',
        amountCents: cents - balanceCents,
        date: '2026-01-01',
        comment: null,
        paymentId: null,
        cardLast4: null,
      },
      'a test',
      steadyNow(),
    ),
  );
}
/** The event of a version, as identity sends it. */
const arrives = (version: number, lowBalanceCents: number) =>
  deliver(world.db, onSettingsChanged, {
    id: randomUUID(),
    at: '2026-03-02T15:00:00.000Z',
    data: SettingsChanged.fromPartial({ version, lowBalanceCents, offerHours: 24 }),
  });
const copy = () => world.db.maybe`SELECT low_balance_cents, version FROM balance_settings`;

test.each([
  { what: 'the preset of $500', limit: null, low: 49_999, enough: 50_000 },
  { what: '$612.50 that the office chose', limit: 61_250, low: 61_249, enough: 61_250 },
  { what: '$20 that the office chose', limit: 2000, low: 1999, enough: 2000 },
])('a school waits while it has less than $what (C-O65)', async ({ limit, low, enough }) => {
  if (limit !== null) await arrives(2, limit);
  await hasBalance(low);
  expect(await waits()).toBe(true);
  await hasBalance(enough);
  expect(await waits()).toBe(false);
});

test('of events in any order, each more than once, the newest version stays', async () => {
  for (const version of [3, 5, 4, 5, 3, 2]) await arrives(version, version * 100);
  expect(await copy()).toEqual({ lowBalanceCents: 500, version: 5 });
});

test('fills the projection without an event, and ignores an outdated answer', async () => {
  const { run } = followSettingsJob(world.db);
  Object.assign(world.settings, { lowBalanceCents: 70_000, version: 4 });
  await run();
  expect(await copy()).toEqual({ lowBalanceCents: 70_000, version: 4 });
  await arrives(5, 80_000);
  await run();
  expect(await copy()).toEqual({ lowBalanceCents: 80_000, version: 5 });
});
