import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  countAllRegistrations,
  countAllResults,
  forgetChanges,
  noteCount,
} from './rebuild-store.ts';
import { countRegistrations, countResults, hasChanges, lockFigures, takeChanges } from './store.ts';

/** A recount of all days reads every registration. */
const ALL_MS = 600_000;
/** Days per transaction: however many changed, each turn commits its counts. */
const DAYS_OF_TURN = 31;

/**
 * Recounts the days with changes since the last run, or all days if they were never counted. One
 * transaction, of one replica at a time, takes the changes of some days and counts them; a later
 * commit adds a change of its own.
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
    const changes = await takeChanges(sql, DAYS_OF_TURN);
    const daysOf = (kind: string) => [
      ...new Set(changes.filter((change) => change.kind === kind).map(({ day }) => day)),
    ];
    await countRegistrations(sql, daysOf('registrations'));
    await countResults(sql, daysOf('results'));
    return new Set(changes.map(({ day }) => day)).size;
  });

/**
 * Recounts every day, as `rebuild.ts` does for an operator. A registration that commits after the
 * changes were taken is counted too, and once more by its own change.
 */
export async function countAllFigures(db: Database, now: Date): Promise<void> {
  await db.transaction(
    async (sql) => {
      await lockFigures(sql);
      await forgetChanges(sql);
      await countAllRegistrations(sql);
      await countAllResults(sql);
      await noteCount(sql, now);
    },
    { limits: { statementMs: ALL_MS } },
  );
}

/** Keeps the figures at most some seconds behind their registrations. R-569. */
export const countFiguresJob = (db: Database): Job => ({
  name: 'count the figures of days that changed',
  everySeconds: 2,
  run: () => countFigures(db, steadyNow()),
});
