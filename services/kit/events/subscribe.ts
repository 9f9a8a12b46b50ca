import { setTimeout as pause } from 'node:timers/promises';
import { type ConsumerMessages, DeliverPolicy, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { log } from '../observability/log.ts';
import { REDELIVERED, streamOf } from './outbox.ts';

/** Who wants to hear what happens from now on, and keeps nothing of it. */
export interface Subscriber {
  /** Event names by the service whose they are. */
  events: Readonly<Record<string, readonly string[]>>;
  /** `data` is what the event carries, unread; undefined when it was no event. */
  onEvent: (name: string, data: unknown) => void;
  /** Whether all of them are heard. After a time of false anything may have been missed. */
  onConnected: (isHearing: boolean) => void;
}

const TRY_AGAIN_MS = 500;
/**
 * How long the broker keeps an order for messages open, and says at half of it that it is still
 * there.
 */
const EXPIRES_MS = 5000;
/** The consumer of a process that died is forgotten after this. */
const FORGOTTEN_AFTER_MS = 30_000;

/**
 * Hears events as they come, each process all of them: an ephemeral ordered consumer of JetStream
 * for each service, made anew at 'now' when the broker or its stream was lost.
 */
export function subscribe(
  nats: NatsConnection,
  { events, onEvent, onConnected }: Subscriber,
): { stop: () => void } {
  let stopped = false;
  const open = new Map<string, ConsumerMessages>();
  const services = Object.keys(events);
  let wasHearing = false;
  const tell = () => {
    const isHearing = open.size === services.length;
    if (isHearing !== wasHearing && !stopped) onConnected(isHearing);
    wasHearing = isHearing;
  };
  const close = () => {
    for (const messages of open.values()) void messages.close();
    open.clear();
    tell();
  };

  async function hear(service: string): Promise<void> {
    const names = new Set(events[service]);
    const consumer = await jetstream(nats, { timeout: 3000 }).consumers.get(streamOf(service), {
      filter_subjects: `${service}.>`,
      deliver_policy: DeliverPolicy.New,
      inactive_threshold: FORGOTTEN_AFTER_MS,
    });
    const messages = await consumer.consume({
      expires: EXPIRES_MS,
      abort_on_missing_resource: true,
    });
    if (stopped) return void messages.close();
    open.set(service, messages);
    tell();
    void closeWhenLost(messages);
    try {
      for await (const message of messages) {
        // what fills a lost stream again is no news: it was heard then, or onHearing has told that
        // something may have been missed
        if (names.has(message.subject) && !message.headers?.has(REDELIVERED))
          onEvent(message.subject, dataOf(message));
      }
    } finally {
      if (open.get(service) === messages) open.delete(service);
      tell();
    }
  }

  async function keepHearing(service: string): Promise<void> {
    for (let told = false; !stopped && !nats.isClosed(); ) {
      try {
        await hear(service);
        told = false;
      } catch (error) {
        if (!stopped && !told)
          log.warn({ err: error, events: service }, 'events are not heard, trying again');
        told = true;
      }
      if (!stopped) await pause(TRY_AGAIN_MS);
    }
  }
  void (async () => {
    for await (const { type } of nats.status()) if (type === 'disconnect') close();
  })();
  for (const service of services) void keepHearing(service);
  return {
    stop() {
      stopped = true;
      close();
    },
  };
}

/**
 * A consumer that was lost would be made anew where it stood, which in a stream that was made anew
 * is in a time to come. It is rather begun again at 'now', and what was missed is told.
 */
async function closeWhenLost(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status())
    if (type === 'reset' || type === 'stream_not_found') void messages.close();
}

function dataOf(message: { json: <T>() => T }): unknown {
  try {
    return message.json<{ data?: unknown } | null>()?.data;
  } catch {
    return undefined;
  }
}
