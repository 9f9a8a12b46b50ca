import { databaseGauge } from '../observability/metrics/database-gauge.ts';
import type { Database, Sql } from './database.ts';

/** Registers a number that the database knows; -1 while the database does not answer. */
function gauge(
  db: Database,
  name: string,
  help: string,
  read: (sql: Sql) => Promise<{ n: number }>,
): void {
  databaseGauge({ name, help }, async () => [{ value: (await read(db)).n }], [{ value: -1 }]);
}

/** The waiting work of a service: how much, and since when. */
export function registerGauges(db: Database): void {
  gauge(
    db,
    'portal_outbox_waiting',
    'Events not sent yet',
    (sql) => sql.one`SELECT count(*)::int AS n FROM outbox WHERE sent_at IS NULL`,
  );
  gauge(
    db,
    'portal_outbox_oldest_seconds',
    'Age of the oldest event that is not sent yet; 0 when there is none',
    (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS n
        FROM outbox WHERE sent_at IS NULL`,
  );
  gauge(
    db,
    'portal_processes_running',
    'Durable processes not finished',
    (sql) => sql.one`SELECT count(*)::int AS n FROM process WHERE status = 'running'`,
  );
  gauge(
    db,
    'portal_process_oldest_seconds',
    'Age of the oldest durable process that is not finished; 0 when there is none',
    (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS n
        FROM process WHERE status = 'running'`,
  );
  gauge(
    db,
    'portal_events_retrying',
    'Events that have failed and are tried again',
    (sql) => sql.one`SELECT count(*)::int AS n FROM dead_letter WHERE dead_at IS NULL`,
  );
  gauge(
    db,
    'portal_dead_events',
    'Events that failed too often: nobody tries them any more',
    (sql) => sql.one`SELECT count(*)::int AS n FROM dead_letter WHERE dead_at IS NOT NULL`,
  );
  gauge(
    db,
    'portal_dead_processes',
    'Durable processes that failed too often: nobody tries them any more',
    (sql) => sql.one`SELECT count(*)::int AS n FROM process WHERE status = 'dead'`,
  );
  gauge(
    db,
    'portal_mails_waiting',
    'Mails not sent yet',
    (sql) => sql.one`SELECT count(*)::int AS n FROM mail WHERE sent_at IS NULL AND dead_at IS NULL`,
  );
  gauge(
    db,
    'portal_mail_oldest_seconds',
    'Age of the oldest mail that is not sent yet; 0 when there is none',
    (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS n
        FROM mail WHERE sent_at IS NULL AND dead_at IS NULL`,
  );
  gauge(
    db,
    'portal_dead_mails',
    'Mails that the mail server has refused for days: nobody tries them any more',
    (sql) => sql.one`SELECT count(*)::int AS n FROM mail WHERE dead_at IS NOT NULL`,
  );
}

/** Of a service that delivers webhooks. */
export function registerWebhookGauges(db: Database): void {
  gauge(
    db,
    'portal_webhook_failing_seconds',
    'How long the webhook address that fails longest has accepted nothing; 0 when none fails',
    (sql) =>
      sql.one`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(failing_since)), 0)::float8 AS n
        FROM webhook_address WHERE active`,
  );
  gauge(
    db,
    'portal_webhook_overdue_seconds',
    'How long the oldest webhook that is due has not been tried; 0 when there is none',
    (sql) =>
      sql.one`
        SELECT greatest(coalesce(extract(epoch FROM clock_timestamp() - min(next_try_at)), 0),
          0)::float8 AS n
        FROM webhook_delivery WHERE state = 'queued'
          AND webhook_id IN (SELECT id FROM webhook_address WHERE active)`,
  );
}
