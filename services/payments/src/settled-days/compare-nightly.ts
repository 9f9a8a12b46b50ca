import { serviceActor } from '@portal/kit/auth/actor';
import { type Database, isUnavailable } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import type { Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { Gauge } from 'prom-client';
import type * as tables from '../../prisma/tables.ts';
import { type Account, keysOf } from '../partners/merchant-account.ts';
import { comparingDay } from './compare-day.ts';
import { daysOfNight, lastNight } from './matching/days.ts';

const ACCOUNTS: readonly Account[] = ['TTI', 'TTINJ'];
/** The pause between retries after a failed night. */
const TRY_AGAIN_MS = 30 * 60_000;

/** Days of an account that last night's comparison has still to look at, newest first. R-577. */
async function daysToCompare(db: Database, account: Account, night: Date): Promise<string[]> {
  const days = daysOfNight(night);
  const done = await db.many<Pick<tables.SettledDay, 'day'>>`
    SELECT day FROM settled_day
    WHERE account = ${account} AND day = ANY(${days}::date[])
      AND (state = 'signed' OR compared_at >= ${night})`;
  const isDone = new Set(done.map(({ day }) => day));
  return days.filter((day) => !isDone.has(day));
}

/**
 * Compares the days that last night's comparison has left: account by account, newest day first,
 * each day once even with several replicas. An unavailable processor is retried half an hour later.
 * Returns how many days this call compared. R-577.
 */
export async function compareNightly(db: Database, now: Date): Promise<number> {
  const night = lastNight(now);
  const tries = Math.floor((now.getTime() - night.getTime()) / TRY_AGAIN_MS);
  let compared = 0;
  for (const account of ACCOUNTS) {
    if (!keysOf(account)) continue;
    for (const day of await daysToCompare(db, account, night)) {
      const key = `night:${night.toISOString()}:${account}:${day}:${tries}`;
      const actor = serviceActor('payments');
      const call = { db, actor, key, now, requestId: requestIdOrNew() };
      try {
        await comparingDay.start(call, { day, account });
        compared += 1;
      } catch (error) {
        if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
        // signed during the comparison
        if (error.code === 'signed') continue;
        // the processor does not answer, or another replica has this account in hand
        log.warn({ account, day, code: error.code }, 'night comparison stopped; will go on later');
        break;
      }
    }
  }
  return compared;
}

/** Compares every night at 04:30, New York, or as soon as a service runs after that. R-577. */
export function compareNightlyJob(db: Database): Job {
  const oldest = new Gauge({
    name: 'portal_reconciliation_age_seconds',
    help:
      'Seconds since the settled day of yesterday or before was last compared with the books, ' +
      'of the account where it is longest ago',
  });
  const open = new Gauge({
    name: 'portal_reconciliation_differences_open',
    help:
      'Differences between the card processor and the books that nobody has explained or ' +
      'mended',
  });
  return {
    name: 'compare settled days',
    everySeconds: 60,
    async run() {
      const now = steadyNow();
      try {
        await compareNightly(db, now);
      } finally {
        const facts = await reconciliationFacts(db);
        oldest.set(
          facts.lastComparedAt ? (now.getTime() - facts.lastComparedAt.getTime()) / 1000 : 0,
        );
        open.set(facts.open);
      }
    },
  };
}

/** The values of the metrics: the account with the oldest comparison, and the open differences. */
export function reconciliationFacts(
  db: Database,
): Promise<{ lastComparedAt: Date | null; open: number }> {
  return db.one<{ lastComparedAt: Date | null; open: number }>`
    SELECT (SELECT min(newest) FROM (
        SELECT max(compared_at) AS newest FROM settled_day GROUP BY account) AS of_account)
        AS last_compared_at,
      (SELECT count(*)::integer FROM payment_difference WHERE state = 'open') AS open
    -- never null: open (a count)`;
}
