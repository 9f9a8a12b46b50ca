import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { register } from 'prom-client';
import { uuidv7 } from '../ids.ts';
import { steadyNow } from '../steady-clock.ts';
import { freshDatabase, type TestDatabase } from '../testing.ts';
import { registerGauges } from './gauges.ts';

const names = () => register.getMetricsAsArray().map(({ name }) => name);
let db: TestDatabase;
let gauges: readonly string[] = [];
beforeAll(async () => {
  db = await freshDatabase('kit');
  const before = new Set(names());
  registerGauges(db);
  gauges = names().filter((name) => !before.has(name));
});
afterAll(async () => {
  for (const name of gauges) register.removeSingleMetric(name);
  await db.drop();
});

/** Returns the current metrics, with ages in full minutes. */
async function shown() {
  const text = await register.metrics();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    events: [
      value('portal_outbox_waiting'),
      Math.floor(value('portal_outbox_oldest_seconds') / 60),
    ],
    processes: [
      value('portal_processes_running'),
      Math.floor(value('portal_process_oldest_seconds') / 60),
    ],
    retrying: value('portal_events_retrying'),
    dead: [value('portal_dead_events'), value('portal_dead_processes')],
  };
}

test('shows waiting rows with the age of the oldest, and no completed rows', async () => {
  expect(await shown()).toEqual({ events: [0, 0], processes: [0, 0], retrying: 0, dead: [0, 0] });
  for (const minutes of [2, 5]) {
    await db.run`
      INSERT INTO outbox (id, type, payload, created_at)
      VALUES (${uuidv7()}, 'kit.test', '{}', now() - ${minutes}::integer * interval '1 minute')`;
    await db.run`
      INSERT INTO process (id, name, scope, key, body_hash, actor, input, state, created_at)
      VALUES (${uuidv7()}, 'test', '', ${String(minutes)}, '', '{}', '{}', '{}',
        now() - ${minutes}::integer * interval '1 minute')`;
  }
  for (const deadAt of [null, steadyNow()])
    await db.run`
      INSERT INTO dead_letter (consumer, event_id, type, payload, error, dead_at)
      VALUES ('kit', ${uuidv7()}, 'kit.test', '{}', '', ${deadAt})`;
  expect(await shown()).toEqual({ events: [2, 5], processes: [2, 5], retrying: 1, dead: [1, 0] });
  await db.run`UPDATE outbox SET sent_at = now()`;
  await db.run`UPDATE process SET status = CASE key WHEN '2' THEN 'dead' ELSE 'done' END`;
  expect(await shown()).toEqual({ events: [0, 0], processes: [0, 0], retrying: 1, dead: [1, 1] });
});

test('shows that a database is unavailable', async () => {
  await db.run`ALTER TABLE outbox RENAME TO away`;
  expect((await shown()).events).toEqual([-1, -1]);
  await db.run`ALTER TABLE away RENAME TO outbox`;
});
