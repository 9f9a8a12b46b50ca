import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import type { Database } from './database.ts';

const POLL_MS = 20;
const LONGEST_MS = 12_000;

/**
 * Waits until every transaction that began before now is over, so that whatever it wrote is seen:
 * one that read what was committed just before is among them. Other transactions are not held up.
 * Refuses as unavailable when one takes longer than 12 seconds.
 */
export async function waitForOlderTransactions(db: Database): Promise<void> {
  // the clock that xact_start is read from, even where a test moves the database's clock
  const { now } = await db.one<{ now: string }>`
    SELECT pg_catalog.clock_timestamp()::text AS now`;
  const until = performance.now() + LONGEST_MS;
  for (;;) {
    const older = await db.maybe`
      SELECT 1 AS open FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend' AND xact_start < ${now}::text::timestamptz
      LIMIT 1`;
    if (older === undefined) return;
    if (performance.now() > until) throw unavailable();
    await pause(POLL_MS);
  }
}
