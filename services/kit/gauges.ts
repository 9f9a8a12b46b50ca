import { Gauge } from 'prom-client';
import type { Database, Sql } from './database.ts';

/** A number that the database knows; -1 while it cannot be asked. */
function gauge(db: Database, name: string, help: string, ask: (sql: Sql) => Promise<{ n: number }>): void {
  new Gauge({
    name,
    help,
    async collect() {
      this.set((await ask(db).catch(() => ({ n: -1 }))).n);
    },
  });
}

/** What a service has before it: how much, and since when. */
export function registerGauges(db: Database): void {
  gauge(db, 'portal_outbox_waiting', 'Events not sent yet', (sql) => sql.one`SELECT count(*)::int AS n FROM outbox WHERE sent_at IS NULL`);
  gauge(
    db,
    'portal_outbox_oldest_seconds',
    'Age of the oldest event that is not sent yet; 0 when there is none',
    (sql) =>
      sql.one`SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS n FROM outbox WHERE sent_at IS NULL`,
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
      sql.one`SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS n FROM process WHERE status = 'running'`,
  );
  gauge(
    db,
    'portal_events_set_aside',
    'Events that could not be handled',
    (sql) => sql.one`SELECT count(*)::int AS n FROM inbox_set_aside`,
  );
}
