import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import { countAllMoney, noteCount } from './rebuild-store.ts';
import { countMoney, hasChanges, lockFigures, takeChangedDays } from './store.ts';

/** A recount of all days reads every entry of the ledger. */
const ALL_MS = 600_000;
/** Days per transaction: each run ends and keeps its counts, however many days changed. */
const DAYS_OF_TURN = 31;

/**
 * Recounts the days with new ledger entries, and all days if they were never counted. Taking the
 * changes of some days and counting them is one transaction, of one replica at a time: an entry
 * that commits later has a change row of its own.
 */
export async function countFigures(db: Database, now: Date): Promise<void> {
  const waiting = await hasChanges(db);
  if (!waiting.everCounted) return countAllFigures(db, now);
  if (!waiting.changed) return;
  for (let days = DAYS_OF_TURN; days === DAYS_OF_TURN; ) days = await countSomeDays(db);
}

const countSomeDays = (db: Database): Promise<number> =>
  db.transaction(async (sql) => {
    await lockFigures(sql);
    const days = await takeChangedDays(sql, DAYS_OF_TURN);
    await countMoney(sql, days);
    return days.length;
  });

/** Recounts every day, as `rebuild.ts` does for an operator. */
export async function countAllFigures(db: Database, now: Date): Promise<void> {
  await db.transaction(
    async (sql) => {
      await lockFigures(sql);
      await countAllMoney(sql);
      await noteCount(sql, now);
    },
    { limits: { statementMs: ALL_MS } },
  );
}

/** Keeps the figures at most some seconds behind the ledger. R-569. */
export const countFiguresJob = (db: Database): Job => ({
  name: 'count the figures of days that changed',
  everySeconds: 2,
  run: () => countFigures(db, steadyNow()),
});
