import { setTimeout as pause } from 'node:timers/promises';
import {
  AckPolicy,
  DeliverPolicy,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { SpanKind } from '@opentelemetry/api';
import { serviceActor } from '../auth/actor.ts';
import {
  type Call,
  type EventType,
  eventName,
  inTransaction,
  type Tx,
} from '../commands/command.ts';
import { failureText, MAX_FAILURES, pauseAfter } from '../commands/dead-letters.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../jobs/jobs.ts';
import { log } from '../observability/log.ts';
import { noteDelivery } from '../observability/metrics/event-metrics.ts';
import { requestIdIn } from '../observability/request-id.ts';
import { continueRequest } from '../observability/tracing/spans.ts';
import type * as tables from '../prisma/tables.ts';
import { steadyNow } from '../steady-clock.ts';
import { isTransient, START_MS } from '../transient.ts';
import {
  ensureStream,
  isFromOwner,
  messaging,
  streamExists,
  streamOf,
  TRACE_PARENT,
} from './outbox.ts';

/** An event that arrived. */
export interface Arrived<T> {
  id: string;
  at: Date;
  data: T;
}

/** The handler of a service for an event of its own or of another service. */
export interface Consumer {
  event: EventType<never>;
  /** Whether an event has an effect here; of one that has none nothing is kept. */
  concerns: (data: never) => boolean;
  handle: (
    event: Arrived<never>,
    call: Call,
    once: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  ) => Promise<void>;
}

/**
 * Binds an event to its effect. `apply` runs in one transaction with the inbox row, so each event
 * takes effect once. Calls to other services belong in `prepare`, outside the transaction. Events
 * for which `concerns` returns false are skipped. Events may arrive twice, late and out of order.
 */
export function on<T, P = undefined>(
  event: EventType<T>,
  steps: {
    concerns?: (data: T) => boolean;
    prepare?: (event: Arrived<T>, call: Call) => Promise<P>;
    apply: (tx: Tx, event: Arrived<T>, prepared: P, call: Call) => Promise<void>;
  },
): Consumer {
  const concerns = steps.concerns ?? (() => true);
  return {
    event: event as unknown as EventType<never>,
    concerns,
    handle: async (arrived, call, once) => {
      const known = arrived as unknown as Arrived<T>;
      if (!concerns(known.data)) return;
      const prepared = (await steps.prepare?.(known, call)) as P;
      await once((tx) => steps.apply(tx, known, prepared, call));
    },
  };
}

/** The pause before an event that failed for an unavailable service or partner is retried. */
const AWAY_PAUSE_MS = 1000;
/** Events that a process had in its hands when it died come again after this. */
const ACK_WAIT_SECONDS = 10;

/**
 * Consumes events until stopped. An event that fails because a service or partner is unavailable
 * waits in the stream. An event that fails for another reason leaves the stream at once, so that
 * such events never block the others; `retryJob` retries it.
 */
export function consume(
  db: Database,
  nats: NatsConnection,
  service: string,
  consumers: Consumer[],
): { stop: () => Promise<void> } {
  let stopped = false;
  const closers = new Set<() => void>();
  const noteMissing = createMissingNotes();
  const loops = consumers.map(async (consumer) => {
    const type = eventName(consumer.event);
    for (let isLogged = false; !stopped && !nats.isClosed(); ) {
      try {
        const messages = await subscribe(nats, service, type);
        noteMissing(type, messages === null);
        isLogged = false;
        if (messages === null) {
          await pause(500);
          continue;
        }
        const close = () => void messages.close();
        closers.add(close);
        for await (const message of messages) await handle(db, service, type, consumer, message);
        closers.delete(close);
      } catch (error) {
        if (!stopped && !isLogged) log.warn({ err: error, event: type }, 'consumer lost; retrying');
        isLogged = true;
      }
      if (!stopped) await pause(500);
    }
  });
  return {
    async stop() {
      stopped = true;
      for (const close of closers) close();
      await Promise.race([Promise.allSettled(loops), pause(2000, undefined, { ref: false })]);
    },
  };
}

/**
 * Returns the name of the durable consumer for an event. Users of NATS have rights by this name.
 */
export const consumerNameAtBroker = (service: string, type: string): string =>
  `${service}_${type.replace('.', '_')}`;

const ownerOf = (type: string): string => type.split('.')[0] as string;

/**
 * Logs a warning for a stream that is missing for longer than its service takes to start, once
 * until it exists. Before that, services that start together only wait for each other.
 */
function createMissingNotes(): (type: string, isMissing: boolean) => void {
  const since = new Map<string, number>();
  return (type, isMissing) => {
    const owner = ownerOf(type);
    if (!isMissing) return void since.delete(owner);
    const now = performance.now();
    const first = since.get(owner) ?? now;
    const isLate = now - first > START_MS;
    if (isLate) log.warn({ stream: streamOf(owner) }, 'stream is missing; start its service');
    since.set(owner, isLate ? Number.POSITIVE_INFINITY : first);
  };
}

/** Starts to consume an event; null while the stream of another service does not exist. */
async function subscribe(nats: NatsConnection, service: string, type: string) {
  const source = ownerOf(type);
  const manager = await jetstreamManager(nats, { timeout: 3000 });
  // the stream of another service is made by that service alone
  if (source === service) await ensureStream(manager, source);
  else if (!(await streamExists(manager, source))) return null;
  const name = consumerNameAtBroker(service, type);
  await manager.consumers.add(streamOf(source), {
    durable_name: name,
    filter_subject: type,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: ACK_WAIT_SECONDS * 1e9,
    max_ack_pending: 100,
  });
  const consumer = await jetstream(nats).consumers.get(streamOf(source), name);
  return consumer.consume({ max_messages: 50, expires: 5000, abort_on_missing_resource: true });
}

interface Envelope {
  id: string;
  at: string;
  data: unknown;
  /** Names the request that it comes from. */
  traceParent?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns null for a message that is not an event. */
function read(message: JsMsg): Envelope | null {
  try {
    const { id, at, data } = message.json<Envelope>();
    if (!UUID.test(id) || Number.isNaN(Date.parse(at))) return null;
    const traceParent = message.headers?.get(TRACE_PARENT);
    return { id, at, data, ...(traceParent ? { traceParent } : {}) };
  } catch {
    return null;
  }
}

const consumerName = (service: string, consumer: Consumer): string =>
  `${service}.${eventName(consumer.event)}`;

async function handle(
  db: Database,
  service: string,
  type: string,
  consumer: Consumer,
  message: JsMsg,
): Promise<void> {
  if (!isFromOwner(message.headers, ownerOf(type))) {
    log.error(
      { event: type, sequence: message.seq },
      'event was not sent by its owner; passed over',
    );
    return message.term();
  }
  const event = read(message);
  if (event === null) {
    log.error({ event: type, sequence: message.seq }, 'not an event, passed over');
    return message.term();
  }
  const { id } = event;
  const name = consumerName(service, consumer);
  try {
    if (!consumer.concerns(consumer.event.fromJSON(event.data))) return message.ack();
    const known = await db.maybe`
      SELECT 1 AS known FROM inbox WHERE consumer = ${name} AND event_id = ${id}
      UNION ALL SELECT 1 FROM dead_letter WHERE consumer = ${name} AND event_id = ${id}`;
    if (!known) await apply(db, service, consumer, event);
    message.ack();
  } catch (error) {
    const requestId = requestIdIn(event.traceParent) ?? id;
    log.warn({ err: error, event: type, id, requestId }, 'event will be tried again');
    if (isTransient(error)) return message.nak(AWAY_PAUSE_MS);
    await keepForRetry(db, name, type, event, error);
    message.ack();
  }
}

/**
 * The effect of an event, with its inbox row in one transaction; nothing when it had its effect
 * before.
 */
function apply(
  db: Database,
  service: string,
  consumer: Consumer,
  { id, at, data, traceParent }: Envelope,
): Promise<void> {
  const name = consumerName(service, consumer);
  const type = eventName(consumer.event);
  const origin = { traceParent: traceParent ?? null, otherId: id };
  const about = { kind: SpanKind.CONSUMER, attributes: messaging(type, id) };
  return continueRequest(`process ${type}`, { ...origin, ...about }, (requestId) => {
    const actor = serviceActor(service);
    const call: Call = { db, actor, key: null, now: steadyNow(), requestId };
    const once = (work: (tx: Tx) => Promise<void>) =>
      inTransaction(call, `on.${type}`, async (tx) => {
        const isNew = await tx.run`
            INSERT INTO inbox (consumer, event_id) VALUES (${name}, ${id}) ON CONFLICT DO NOTHING`;
        if (isNew === 0) return;
        await work(tx);
        tx.measure(() => noteDelivery(type, (steadyNow().getTime() - Date.parse(at)) / 1000));
      });
    return consumer.handle(
      { id, at: new Date(at), data: consumer.event.fromJSON(data) },
      call,
      once,
    );
  });
}

async function keepForRetry(
  db: Database,
  name: string,
  type: string,
  event: Envelope,
  error: unknown,
): Promise<void> {
  await db.run`
    INSERT INTO dead_letter (consumer, event_id, type, payload, error, next_try_at)
    VALUES (${name}, ${event.id}, ${type}, ${JSON.stringify(event)}, ${failureText(error)},
      clock_timestamp() + ${pauseAfter(1)}::integer * interval '1 second')
    ON CONFLICT DO NOTHING`;
}

interface Failed extends Pick<tables.DeadLetter, 'consumer' | 'eventId' | 'type' | 'failures'> {
  payload: Envelope;
}

const RETRY_BATCH = 20;
/** Who takes an event up has it for so long; then it is taken for lost with its process. */
const RETRY_LEASE_SECONDS = 60;

/**
 * Tries events again that have failed, after pauses that double up to a minute; after ten failures
 * in a row, some four minutes, an event is a dead letter. One that waits for a service or partner
 * never is.
 */
export function retryJob(db: Database, service: string, consumers: Consumer[]): Job {
  const byName = new Map(consumers.map((consumer) => [consumerName(service, consumer), consumer]));
  const names = [...byName.keys()];

  async function retry({
    consumer: name,
    eventId,
    type,
    payload,
    failures,
  }: Failed): Promise<void> {
    try {
      await apply(db, service, byName.get(name) as Consumer, payload);
      // not in the transaction of the effect: should this be lost, the inbox row says at the next
      // try that nothing is left to do
      await db.run`DELETE FROM dead_letter WHERE consumer = ${name} AND event_id = ${eventId}`;
      log.info({ event: type, id: eventId, failures }, 'event handled after it had failed');
    } catch (error) {
      const now = failures + (isTransient(error) ? 0 : 1);
      const isDead = now >= MAX_FAILURES;
      await db.run`
        UPDATE dead_letter SET failures = ${now}::integer, error = ${failureText(error)},
          next_try_at = clock_timestamp() + ${pauseAfter(now)}::integer * interval '1 second',
          dead_at = CASE WHEN ${isDead}::boolean THEN clock_timestamp() END
        WHERE consumer = ${name} AND event_id = ${eventId}`;
      const facts = { err: error, event: type, id: eventId, failures: now };
      if (isDead)
        log.error(
          facts,
          'event failed too often and is a dead letter now; see services/kit/commands/redrive.ts',
        );
      else log.warn(facts, 'event will be tried again');
    }
  }

  return {
    name: 'retry events',
    everySeconds: 1,
    onCommit: 'retry',
    async run() {
      for (let taken = RETRY_BATCH; taken === RETRY_BATCH; ) {
        const failed = await db.many<Failed>`
          UPDATE dead_letter
          SET next_try_at = clock_timestamp()
            + ${RETRY_LEASE_SECONDS}::integer * interval '1 second'
          WHERE (consumer, event_id) IN (SELECT consumer, event_id FROM dead_letter
            WHERE dead_at IS NULL AND next_try_at <= clock_timestamp()
              AND consumer = ANY(${names}::text[])
            ORDER BY next_try_at LIMIT ${RETRY_BATCH} FOR UPDATE SKIP LOCKED)
          RETURNING consumer, event_id, type, payload, failures`;
        await Promise.all(failed.map(retry));
        taken = failed.length;
      }
    },
  };
}
