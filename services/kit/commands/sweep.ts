import { Gauge } from 'prom-client';
import type { Database, Sql } from '../database/database.ts';
import type { Job } from '../jobs/jobs.ts';
import { log } from '../observability/log.ts';

/** Things that must never be: each answers the rows that break it, none when all is well. */
export type Invariants = Readonly<Record<string, (sql: Sql) => Promise<unknown[]>>>;

/**
 * Names of the invariants that do not hold, with the rows that break them. One after the other: on
 * a big database each takes a while.
 */
export async function broken(sql: Sql, invariants: Invariants): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [name, ask] of Object.entries(invariants)) {
    const rows = await ask(sql);
    if (rows.length > 0) found[name] = rows;
  }
  return found;
}

const LOGGED_ROWS = 20;
/** Looks at every row of a table, so it has far longer than what answers a call. */
const SWEEP_STATEMENT_MS = 600_000;

/**
 * Sweeps the invariants of a service every quarter of an hour, since each looks at every row: the
 * metric says how many rows break each, the log names some of them.
 */
export function sweepJob(db: Database, invariants: Invariants): Job {
  const gauge = new Gauge({
    name: 'portal_invariant_broken',
    help: 'Rows that break an invariant',
    labelNames: ['invariant'],
  });
  return {
    name: 'sweep invariants',
    everySeconds: 900,
    async run() {
      const found = await broken(db.within({ statementMs: SWEEP_STATEMENT_MS }), invariants);
      for (const invariant of Object.keys(invariants))
        gauge.set({ invariant }, found[invariant]?.length ?? 0);
      for (const [invariant, rows] of Object.entries(found))
        log.error({ invariant, rows: rows.slice(0, LOGGED_ROWS) }, 'invariant broken');
    },
  };
}
