import type { Database } from './database/database.ts';
import { type PendingWork, signalCommit } from './jobs/commit-signal.ts';
import type { Job } from './jobs/jobs.ts';
import { CUT_OFF_SECONDS } from './webhooks/delivery-store.ts';

/** For what neither a commit nor a look at the database shows, such as a stream that was lost. */
const POLL_SECONDS = 30;

/** Kinds of work that the tables of kit show. */
const DUE_WORK = ['event', 'retry', 'email', 'webhook'] as const satisfies PendingWork[];
type DueWork = (typeof DUE_WORK)[number];

/**
 * Looks once a second for work that has come due or that a crashed replica left, and starts the
 * jobs for it. One statement replaces a poll by each of them (`onDueWork`).
 */
export const findDueWork = (db: Database): Job => ({
  name: 'find due work',
  everySeconds: 1,
  async run() {
    const due = await db.one<Record<DueWork, boolean>>`
      SELECT
        EXISTS (SELECT FROM outbox WHERE sent_at IS NULL)
          OR EXISTS (SELECT FROM outbox_stream WHERE refill_until IS NOT NULL) AS event,
        EXISTS (SELECT FROM dead_letter
          WHERE dead_at IS NULL AND next_try_at <= clock_timestamp()) AS retry,
        EXISTS (SELECT FROM mail
          WHERE sent_at IS NULL AND next_try_at <= clock_timestamp()) AS email,
        EXISTS (SELECT FROM webhook_delivery WHERE state = 'queued' AND body IS NULL)
          OR EXISTS (SELECT FROM webhook_delivery
            WHERE state = 'sending' AND sending_since
              < clock_timestamp() - ${CUT_OFF_SECONDS}::integer * interval '1 second')
          OR EXISTS (SELECT FROM webhook_address address
            WHERE active AND EXISTS (SELECT FROM webhook_delivery
              WHERE webhook_id = address.id AND state = 'queued' AND body IS NOT NULL
                AND next_try_at <= clock_timestamp())) AS webhook`;
    for (const kind of DUE_WORK) if (due[kind]) signalCommit(kind);
  },
});

/** Lets a job whose work `findDueWork` finds poll rarely; leaves another job as it is. */
export const onDueWork = (job: Job): Job =>
  DUE_WORK.some((kind) => kind === job.onCommit) ? { ...job, everySeconds: POLL_SECONDS } : job;
