import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { log } from '../observability/log.ts';
import { isFromOwner, REDELIVERED } from './outbox.ts';

/** A subscriber that receives events from now on without storing any. */
export interface Subscriber {
  /** Event names by the service whose they are. */
  events: Readonly<Record<string, readonly string[]>>;
  /** `data` is what the event carries, unread; undefined when it was no event. */
  onEvent: (name: string, data: unknown) => void;
  /** Whether all of them are heard. After a time of false anything may have been missed. */
  onConnected: (isHearing: boolean) => void;
}

interface Message {
  subject: string;
  headers?: MsgHdrs | undefined;
  json: <T>() => T;
}

const TRY_AGAIN_MS = 500;

/**
 * Receives events as the services publish them; each process gets all of them. It needs no consumer
 * of JetStream, so the BFF's user needs no permission to publish; `onConnected` announces that a
 * broken connection may have missed events.
 */
export function subscribe(
  nats: NatsConnection,
  { events, onEvent, onConnected }: Subscriber,
): { stop: () => void } {
  let stopped = false;
  let isHearing = false;
  const refused = new Set<string>();
  const subscriptions = new Map<string, { unsubscribe: () => void }>();
  const retries = new Set<NodeJS.Timeout>();

  const announce = (now: boolean): void => {
    if (now !== isHearing && !stopped) onConnected(now);
    isHearing = now;
  };
  /** The broker has read the subscriptions once it answers a ping that was sent after them. */
  const announceOnceHeard = async (): Promise<void> => {
    await nats.flush();
    announce(refused.size === 0);
  };
  const checkHeard = (): void => void announceOnceHeard().catch(() => announce(false));

  function hear(service: string): void {
    const names = new Set(events[service]);
    refused.delete(service);
    const callback = (error: Error | null, message: Message): void => {
      if (error) {
        onRefused(service, error);
        return;
      }
      const { subject, headers } = message;
      // what fills a lost stream again is no news: it was heard then, or onConnected has announced
      // that something may have been missed
      if (!names.has(subject) || headers?.has(REDELIVERED) || !isFromOwner(headers, service))
        return;
      onEvent(subject, dataOf(message));
    };
    subscriptions.set(service, nats.subscribe(`${service}.>`, { callback }));
  }

  /** The rights of the user may be changed at the broker while this process runs. */
  function onRefused(service: string, error: Error): void {
    if (stopped) return;
    log.warn({ err: error, events: service }, 'events are not heard, trying again');
    refused.add(service);
    announce(false);
    const retry = setTimeout(() => {
      retries.delete(retry);
      hear(service);
      checkHeard();
    }, TRY_AGAIN_MS);
    retries.add(retry);
  }

  void (async () => {
    for await (const { type } of nats.status()) {
      if (stopped) return;
      if (type === 'disconnect') announce(false);
      if (type === 'reconnect') checkHeard();
    }
  })();
  for (const service of Object.keys(events)) hear(service);
  checkHeard();
  return {
    stop() {
      stopped = true;
      for (const retry of retries) clearTimeout(retry);
      if (nats.isClosed()) return;
      for (const subscription of subscriptions.values()) subscription.unsubscribe();
    },
  };
}

function dataOf(message: Message): unknown {
  try {
    return message.json<{ data?: unknown } | null>()?.data;
  } catch {
    return undefined;
  }
}
