import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Database } from './database.ts';
import type { Job } from './jobs.ts';
import { log } from './log.ts';
import { mark } from './marks.ts';

/** The stream that holds the events of one service. */
export const streamOf = (service: string): string => service.toUpperCase();

/** Makes the stream of a service when it is missing, and says when the one that stands was made. */
export async function ensureStream(manager: JetStreamManager, service: string): Promise<string> {
  const name = streamOf(service);
  try {
    return String((await manager.streams.info(name)).created);
  } catch {
    const made = await manager.streams.add({
      name,
      subjects: [`${service}.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      duplicate_window: 120e9,
      max_age: 14 * 86_400e9,
    });
    return String(made.created);
  }
}

/**
 * Sends outbox rows to JetStream. The table is the truth: a stream that was lost and made anew gets every row again, and after a lost
 * connection the last minutes are sent again, because JetStream syncs to disk late. Consumers do each event once.
 */
export function relayJob(db: Database, nats: NatsConnection, service: string): Job {
  let manager: JetStreamManager | undefined;
  let client: JetStreamClient | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let reconnected = false;
  void (async () => {
    for await (const status of nats.status()) if (status.type === 'reconnect') reconnected = true;
  })();

  async function checkStream(): Promise<void> {
    manager ??= await jetstreamManager(nats, { timeout: 3000 });
    if (reconnected) {
      await db.run`UPDATE outbox SET sent_at = NULL WHERE sent_at > statement_timestamp() - interval '2 minutes'`;
      reconnected = false; // only now: the database may be away as well
    } else if (performance.now() - checkedAt < 2000) return;
    const created = await ensureStream(manager, service);
    await db.transaction(async (tx) => {
      const known = await tx.maybe<{ created: string }>`SELECT created FROM outbox_stream WHERE name = ${streamOf(service)} FOR UPDATE`;
      if (known?.created === created) return;
      await tx.run`INSERT INTO outbox_stream (name, created) VALUES (${streamOf(service)}, ${created}) ON CONFLICT (name) DO UPDATE SET created = excluded.created`;
      const again = await tx.run`UPDATE outbox SET sent_at = NULL WHERE sent_at IS NOT NULL`;
      if (again > 0) log.warn({ events: again }, 'the stream is a new one, all events are sent again');
    });
    checkedAt = performance.now();
  }

  return {
    name: 'outbox',
    everySeconds: 1,
    onCommit: true,
    async run() {
      if (nats.isClosed()) return;
      await checkStream();
      client ??= jetstream(nats, { timeout: 3000 });
      for (let sent = 1; sent > 0; ) sent = await sendSome(db, client);
    },
  };
}

async function sendSome(db: Database, client: JetStreamClient): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.many<{ id: string; type: string; payload: object }>`
      SELECT id, type, payload FROM outbox WHERE sent_at IS NULL ORDER BY created_at LIMIT 200 FOR UPDATE SKIP LOCKED`;
    if (rows.length === 0) return 0;
    await Promise.all(rows.map(({ id, type, payload }) => client.publish(type, JSON.stringify({ id, ...payload }), { msgID: id })));
    await mark('outbox.sent');
    await tx.run`UPDATE outbox SET sent_at = clock_timestamp() WHERE id = ANY(${rows.map((row) => row.id)}::uuid[])`;
    return rows.length;
  });
}
