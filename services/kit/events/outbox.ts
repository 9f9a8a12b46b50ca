import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { SpanKind } from '@opentelemetry/api';
import type { Database, Sql, TransactionSql } from '../database/database.ts';
import { signalCommit } from '../jobs/commit-signal.ts';
import { failpoint } from '../jobs/failpoints.ts';
import type { Job } from '../jobs/jobs.ts';
import { log } from '../observability/log.ts';
import { inSpan, spanTraceParent } from '../observability/tracing/spans.ts';
import type * as tables from '../prisma/tables.ts';
import { queueDeliveries } from '../webhooks/delivery-store.ts';

/** How long the stream keeps an event. The outbox keeps it longer (retention.ts). */
export const STREAM_DAYS = 14;
/** Header of a repeated event; consumers that only want news skip it. */
export const REDELIVERED = 'Portal-Resent';
/** Rows that go out, or are sent again, in one transaction. */
const PAGE = 200;

/** The stream that holds the events of one service. */
export const streamOf = (service: string): string => service.toUpperCase();

const EXPECTED_STREAM = 'Nats-Expected-Stream';
/** Headers of an event as its service sends it. */
export function originHeaders(service: string): MsgHdrs {
  const made = headers();
  made.set(EXPECTED_STREAM, streamOf(service));
  return made;
}
/**
 * Whether a message was sent by the service that owns its event. The permissions of NATS let no
 * other service publish there, but JetStream itself can be made to: a service that pulls one of its
 * own messages with a foreign reply subject puts it there. A stream accepts a message that names a
 * stream only if that stream is itself, so a message that names this one has not been in another.
 */
export const isFromOwner = (headersOfMessage: MsgHdrs | undefined, service: string): boolean =>
  headersOfMessage?.get(EXPECTED_STREAM) === streamOf(service);

/** Returns whether the stream of a service exists. Throws when the broker does not answer. */
export async function streamExists(manager: JetStreamManager, service: string): Promise<boolean> {
  try {
    await manager.streams.info(streamOf(service));
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)
      return false;
    throw error;
  }
}

/** Creates the stream of a service if it is missing; returns the stream's creation time. */
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
      max_age: STREAM_DAYS * 86_400e9,
    });
    return String(made.created);
  }
}

/**
 * Sends outbox rows to JetStream. The table is the source of truth: a stream that was lost and
 * recreated is refilled from it page by page alongside new events, and after a lost connection the
 * last minutes are sent again, because JetStream syncs to disk late. Consumers apply each event
 * once. Events with webhooks are queued for their addresses in the transaction that marks them as
 * sent.
 */
export function relayJob(
  db: Database,
  nats: NatsConnection,
  service: string,
  webhookEvents: readonly string[] = [],
): Job {
  let manager: JetStreamManager | undefined;
  let client: JetStreamClient | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let reconnected = false;
  const stream = streamOf(service);
  void (async () => {
    for await (const { type } of nats.status())
      if (type === 'reconnect') {
        reconnected = true;
        signalCommit('event'); // the stream may have lost some
      }
  })();

  /** Makes the stream when it is missing, every two seconds at most; says whether it has looked. */
  async function checkStream(): Promise<boolean> {
    manager ??= await jetstreamManager(nats, { timeout: 3000 });
    if (!reconnected && performance.now() - checkedAt < 2000) return false;
    const created = await ensureStream(manager, service);
    await db.transaction(async (tx) => {
      // waits for pages in progress (sendSome): the rows that they have sent to the lost stream are
      // marked before the refill begins
      const known = await tx.maybe<
        Pick<tables.OutboxStream, 'created'>
      >`SELECT created FROM outbox_stream WHERE name = ${stream} FOR UPDATE`;
      const isNew = known?.created !== created;
      if (!isNew && !reconnected) return;
      const from = isNew ? null : 2;
      await tx.run`
        INSERT INTO outbox_stream (name, created, refill_from, refill_after, refill_until)
        VALUES (${stream}, ${created},
          coalesce(clock_timestamp() - ${from}::integer * interval '1 minute', '-infinity'),
          ${FIRST_ID}, clock_timestamp())
        ON CONFLICT (name) DO UPDATE
        SET created = excluded.created, refill_after = excluded.refill_after,
          refill_until = excluded.refill_until,
          refill_from = least(outbox_stream.refill_from,
            excluded.refill_from)`; // least passes over null: no refill is under way
      if (isNew && known) log.warn({ stream }, 'stream is a new one; sending its events again');
    });
    reconnected = false; // only now: the database may be away as well
    checkedAt = performance.now();
    return true;
  }

  return {
    name: 'outbox',
    everySeconds: 1,
    onCommit: 'event',
    async run(stopping) {
      if (nats.isClosed()) return;
      // another replica may have left a refill
      let refills = await checkStream();
      client ??= jetstream(nats, { timeout: 3000 });
      for (let goesOn = true; goesOn && !stopping?.aborted; ) {
        const sent = await sendSome(db, client, { stream, webhookEvents });
        if (refills) refills = (await refillSome(db, client, stream)) > 0;
        goesOn = sent === PAGE || refills;
      }
    },
  };
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The rest of a refill: a place in the outbox, and its end. */
interface Refill {
  from: string;
  after: string;
  until: string;
}

interface OutboxRow extends Pick<tables.Outbox, 'id' | 'type' | 'traceParent'> {
  payload: object;
}
/** Header that names the request an event comes from, and the span that sent it (W3C). */
export const TRACE_PARENT = 'traceparent';

function publish(
  client: JetStreamClient,
  { id, type, payload, traceParent }: OutboxRow,
  stream: string,
  isResent = false,
) {
  const send = () => {
    const sent = headers();
    // without a span of its own the event continues its cause's trace, never the relay's request
    const from = traceParent === null ? null : (spanTraceParent() ?? traceParent);
    if (from !== null) sent.set(TRACE_PARENT, from);
    if (isResent) sent.set(REDELIVERED, '1');
    return client.publish(type, JSON.stringify({ id, ...payload }), {
      msgID: id,
      expect: { streamName: stream },
      headers: sent,
    });
  };
  if (traceParent === null) return send();
  const attributes = messaging(type, id);
  return inSpan(`send ${type}`, { kind: SpanKind.PRODUCER, attributes, parent: traceParent }, send);
}

/** Attributes of an event in spans, by OpenTelemetry's names. */
export const messaging = (type: string, id: string) => ({
  'messaging.system': 'nats',
  'messaging.destination.name': type,
  'messaging.message.id': id,
});

/**
 * Sends what was never sent; answers how many. An event that the broker does not take keeps no
 * other from going out.
 */
async function sendSome(
  db: Database,
  client: JetStreamClient,
  { stream, webhookEvents }: { stream: string; webhookEvents: readonly string[] },
): Promise<number> {
  let isForWebhooks = false;
  const take = async (sql: Sql) => {
    const [rows] = await Promise.all([
      sql.many<OutboxRow>`
        SELECT id, type, payload, trace_parent FROM outbox WHERE sent_at IS NULL
        ORDER BY created_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED`,
      sql.maybe`SELECT name FROM outbox_stream WHERE name = ${stream} FOR KEY SHARE`,
    ]);
    return rows;
  };
  const send = async (tx: TransactionSql, rows: OutboxRow[]) => {
    if (rows.length === 0) return 0;
    const outcomes = await Promise.allSettled(rows.map((row) => publish(client, row, stream)));
    await failpoint('outbox.sent');
    const sentRows = rows.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    const sent = sentRows.map((row) => row.id);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed && sent.length === 0) throw failed.reason;
    if (failed)
      log.error(
        { err: failed.reason, events: rows.length - sent.length },
        'some events could not be sent, will be tried again',
      );
    tx.atCommit.run`
      UPDATE outbox SET sent_at = clock_timestamp() WHERE id = ANY(${sent}::uuid[])`;
    const announced = sentRows.filter((row) => webhookEvents.includes(row.type));
    isForWebhooks = announced.length > 0;
    if (isForWebhooks)
      queueDeliveries(
        tx.atCommit,
        announced.map((row) => row.id),
      );
    return sent.length;
  };
  const sent = await db.transaction(send, { peek: take });
  if (isForWebhooks) signalCommit('webhook');
  return sent;
}

/**
 * Resends a page of sent rows after the stream was lost; returns how many. One replica at a time
 * does it.
 */
async function refillSome(db: Database, client: JetStreamClient, stream: string): Promise<number> {
  const take = (sql: Sql) => sql.maybe<Refill>`
    SELECT refill_from::text AS from, refill_after AS after, refill_until::text AS until
    FROM outbox_stream WHERE name = ${stream} AND refill_until IS NOT NULL
    FOR NO KEY UPDATE SKIP LOCKED
    -- never null: from, after (set together with refill_until)`;
  const resend = async (tx: TransactionSql, refill: Refill | undefined) => {
    if (!refill) return 0;
    const { from, after, until } = refill;
    const rows = await tx.many<OutboxRow & { sentAt: string }>`
      SELECT id, type, payload, trace_parent, sent_at::text FROM outbox
      WHERE (sent_at, id) > (${from}::timestamptz, ${after}::uuid)
        AND sent_at <= ${until}::timestamptz
      ORDER BY sent_at, id LIMIT ${PAGE}`;
    await Promise.all(rows.map((row) => publish(client, row, stream, true)));
    await failpoint('outbox.refilled');
    const last = rows.at(-1);
    if (last && rows.length === PAGE)
      await tx.run`
        UPDATE outbox_stream
        SET refill_from = ${last.sentAt}::timestamptz, refill_after = ${last.id}
        WHERE name = ${stream}`;
    else
      await tx.run`
        UPDATE outbox_stream SET refill_from = NULL, refill_after = NULL, refill_until = NULL
        WHERE name = ${stream}`;
    return rows.length;
  };
  return db.transaction(resend, { peek: take });
}
