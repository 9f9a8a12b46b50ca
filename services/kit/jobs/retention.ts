import { setTimeout as pause } from 'node:timers/promises';
import { Counter } from 'prom-client';
import type { Database, Sql } from '../database/database.ts';
import { databaseGauge } from '../observability/metrics/database-gauge.ts';
import type { Job } from './jobs.ts';

/**
 * How long kit's rows are kept, in days. The rules that hold between them:
 * - the outbox longer than the stream (14), so that a lost stream comes back whole;
 * - the inbox longer than an event can still arrive, which is the outbox and the stream one after
 * the other, so that
 *   nothing that is sent again takes effect twice;
 * - a mail longer than the inbox, since its key is what keeps the same cause from sending it twice;
 * - keys and answers that services give each other longer than a process may still run
 * (PROCESS_DAYS, process.ts). The audit is kept for ever, and so is what is not at its end: events
 * not sent, processes that run, dead letters.
 */
export const KEPT_DAYS = {
  outbox: 30,
  inbox: 60,
  mail: 90,
  process: 90,
  /** Keys of browsers are good for 24 hours. */
  browserKey: 2,
  serviceKey: 90,
  /** R-598, once they are at their end. */
  webhook: 30,
} as const;

/**
 * Rows deleted per statement, so that it holds its locks only briefly. They are found by ctid,
 * which does not change while they are locked.
 */
const PAGE = 500;
const PAUSE_MS = 50;

interface Rule {
  table: string;
  /** Deletes the oldest rows that are old enough; answers how many. */
  prune: (sql: Sql) => Promise<number>;
  /** Age in seconds of the oldest row of those that go one day. */
  oldest: (sql: Sql) => Promise<{ age: number }>;
}

const rules: Rule[] = [
  {
    table: 'outbox',
    prune: (sql) => sql.run`
      DELETE FROM outbox WHERE ctid = ANY(ARRAY(SELECT ctid FROM outbox
        WHERE sent_at < statement_timestamp() - ${KEPT_DAYS.outbox}::integer * interval '1 day'
        ORDER BY sent_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED))`,
    oldest: (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(sent_at)), 0)::float8 AS age
        FROM outbox WHERE sent_at > '-infinity'`,
  },
  {
    table: 'inbox',
    prune: (sql) => sql.run`
      DELETE FROM inbox WHERE ctid = ANY(ARRAY(SELECT ctid FROM inbox
        WHERE handled_at < statement_timestamp() - ${KEPT_DAYS.inbox}::integer * interval '1 day'
        ORDER BY handled_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED))`,
    oldest: (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(handled_at)), 0)::float8 AS age
        FROM inbox WHERE handled_at > '-infinity'`,
  },
  {
    table: 'mail',
    prune: (sql) => sql.run`
      DELETE FROM mail WHERE ctid = ANY(ARRAY(SELECT ctid FROM mail
        WHERE sent_at < statement_timestamp() - ${KEPT_DAYS.mail}::integer * interval '1 day'
        ORDER BY sent_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED))`,
    oldest: (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(sent_at)), 0)::float8 AS age
        FROM mail WHERE sent_at > '-infinity'`,
  },
  {
    table: 'process',
    prune: (sql) => sql.run`
      DELETE FROM process WHERE ctid = ANY(ARRAY(SELECT ctid FROM process
        WHERE status IN ('done', 'refused')
          AND created_at < statement_timestamp() - ${KEPT_DAYS.process}::integer * interval '1 day'
        ORDER BY created_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED))`,
    oldest: (sql) => sql.one`
      SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS age
      FROM process
      WHERE status IN ('done', 'refused') AND created_at > '-infinity'`,
  },
  {
    table: 'idempotency',
    prune: async (sql) =>
      (await sql.run`
        DELETE FROM idempotency WHERE ctid = ANY(ARRAY(SELECT ctid FROM idempotency
          WHERE position(':' in key) = 0
            AND created_at < statement_timestamp()
              - ${KEPT_DAYS.browserKey}::integer * interval '1 day'
          ORDER BY created_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED))`) +
      (await sql.run`
        DELETE FROM idempotency WHERE ctid = ANY(ARRAY(SELECT ctid FROM idempotency
          WHERE created_at < statement_timestamp()
            - ${KEPT_DAYS.serviceKey}::integer * interval '1 day'
          ORDER BY created_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED))`),
    oldest: (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS age
        FROM idempotency WHERE created_at > '-infinity'`,
  },
  {
    table: 'webhook_delivery',
    prune: (sql) => sql.run`
      DELETE FROM webhook_delivery WHERE ctid = ANY(ARRAY(SELECT ctid FROM webhook_delivery
        WHERE ended_at < statement_timestamp() - ${KEPT_DAYS.webhook}::integer * interval '1 day'
        ORDER BY ended_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED))`,
    oldest: (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(ended_at)), 0)::float8 AS age
        FROM webhook_delivery WHERE ended_at > '-infinity'`,
  },
];

const pruned = new Counter({
  name: 'portal_pruned_rows_total',
  help: 'Rows that were old enough to go',
  labelNames: ['table'],
});

/** Deletes what is old enough, in small pages, the tables one after the other. */
export function retentionJob(db: Database): Job {
  return {
    name: 'retention',
    everySeconds: 3600,
    async run(stopping) {
      for (const { table, prune } of rules) {
        for (let gone = PAGE; gone >= PAGE && !stopping?.aborted; ) {
          gone = await prune(db);
          pruned.inc({ table }, gone);
          if (gone >= PAGE) await pause(PAUSE_MS);
        }
      }
    },
  };
}

/**
 * The age of the oldest row of each table that is pruned: one that only grows says that pruning
 * does not keep up.
 */
export function registerRetentionGauge(db: Database): void {
  const samples = (ages: readonly number[]) =>
    rules.map(({ table }, index) => ({ labels: { table }, value: ages[index] ?? -1 }));
  databaseGauge(
    {
      name: 'portal_oldest_row_seconds',
      help: 'Age of the oldest row that is kept for a time; -1 while the database does not answer',
      labelNames: ['table'],
    },
    async () => {
      const ages: number[] = [];
      for (const { oldest } of rules) ages.push((await oldest(db).catch(() => ({ age: -1 }))).age);
      return samples(ages);
    },
    samples([]),
  );
}
