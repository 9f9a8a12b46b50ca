import { setTimeout as pause } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { serviceActor } from './actor.ts';
import { type Call, type EventType, eventName, inTransaction, type Tx } from './command.ts';
import { type Database, isDown } from './database.ts';
import { DomainError } from './errors.ts';
import { log } from './log.ts';
import { ensureStream, streamOf } from './outbox.ts';
import { steadyNow } from './steady-clock.ts';

/** An event that arrived. */
export interface Arrived<T> {
  id: string;
  at: Date;
  data: T;
}

/** What a service does about an event of its own or of another service. */
export interface Consumer {
  event: EventType<never>;
  handle: (event: Arrived<never>, call: Call, once: (work: (tx: Tx) => Promise<void>) => Promise<void>) => Promise<void>;
}

/**
 * Binds an event to its effect. `apply` runs in one transaction with the inbox row, so each event takes effect once. What must be asked
 * from elsewhere is asked in `prepare`, outside the transaction. Events may arrive twice, late and out of order.
 */
export function on<T, P = undefined>(
  event: EventType<T>,
  steps: {
    prepare?: (event: Arrived<T>, call: Call) => Promise<P>;
    apply: (tx: Tx, event: Arrived<T>, prepared: P, call: Call) => Promise<void>;
  },
): Consumer {
  return {
    event: event as unknown as EventType<never>,
    handle: async (arrived, call, once) => {
      const known = arrived as unknown as Arrived<T>;
      const prepared = (await steps.prepare?.(known, call)) as P;
      await once((tx) => steps.apply(tx, known, prepared, call));
    },
  };
}

const TRIES_BEFORE_ASIDE = 8;
/** Events that a process had in its hands when it died come again after this. */
const ACK_WAIT_SECONDS = 10;

/** Consumes events until stopped. What fails again and again is set aside; what fails because a part is away waits for it. */
export function consume(db: Database, nats: NatsConnection, service: string, consumers: Consumer[]): { stop: () => Promise<void> } {
  let stopped = false;
  const closers = new Set<() => void>();
  const loops = consumers.map(async (consumer) => {
    const type = eventName(consumer.event);
    while (!stopped && !nats.isClosed()) {
      try {
        const messages = await subscribe(nats, service, type);
        const close = () => void messages.close();
        closers.add(close);
        for await (const message of messages) await handle(db, service, type, consumer, message);
        closers.delete(close);
      } catch (error) {
        if (!stopped) log.warn({ err: error, event: type }, 'consumer lost, trying again');
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

async function subscribe(nats: NatsConnection, service: string, type: string) {
  const source = type.split('.')[0] as string;
  const manager = await jetstreamManager(nats, { timeout: 3000 });
  await ensureStream(manager, source);
  const name = `${service}_${type.replace('.', '_')}`;
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
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Null for what is no event at all. */
function read(message: JsMsg): Envelope | null {
  try {
    const { id, at, data } = message.json<Envelope>();
    return UUID.test(id) && !Number.isNaN(Date.parse(at)) ? { id, at, data } : null;
  } catch {
    return null;
  }
}

async function handle(db: Database, service: string, type: string, consumer: Consumer, message: JsMsg): Promise<void> {
  const event = read(message);
  if (event === null) {
    log.error({ event: type, sequence: message.seq }, 'not an event, passed over');
    return message.term();
  }
  const { id, at, data } = event;
  const call: Call = { db, actor: serviceActor(service), key: null, now: steadyNow(), requestId: id };
  const name = `${service}.${type}`;
  try {
    if (await db.maybe`SELECT 1 AS handled FROM inbox WHERE consumer = ${name} AND event_id = ${id}`) return message.ack();
    await consumer.handle({ id, at: new Date(at), data: consumer.event.fromJSON(data) }, call, (work) =>
      inTransaction(call, `on.${type}`, async (tx) => {
        const isNew = await tx.run`INSERT INTO inbox (consumer, event_id) VALUES (${name}, ${id}) ON CONFLICT DO NOTHING`;
        if (isNew > 0) await work(tx);
      }),
    );
    message.ack();
  } catch (error) {
    const waits = isDown(error) || (error instanceof DomainError && error.isPassing);
    if (waits || message.info.deliveryCount < TRIES_BEFORE_ASIDE) {
      log.warn({ err: error, event: type, id }, 'event will be tried again');
      return message.nak(waits ? 1000 : 200 * message.info.deliveryCount);
    }
    log.error({ err: error, event: type, id }, 'event set aside');
    await db.run`INSERT INTO inbox_set_aside (consumer, event_id, type, payload, error) VALUES (${name}, ${id}, ${type}, ${JSON.stringify({ id, at, data })}, ${String(error).slice(0, 500)}) ON CONFLICT DO NOTHING`;
    message.term();
  }
}
