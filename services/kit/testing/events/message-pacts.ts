import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pact from '@pact-foundation/pact';
import { type EventType, eventName, inTransaction } from '../../commands/command.ts';
import type { Database } from '../../database/database.ts';
import type { Consumer } from '../../events/inbox.ts';
import { asService } from '../../testing.ts';

// Message pacts of the events between services. A consumer writes what it relies on by taking such
// a message the way it takes one off the stream; the provider's own commands must emit what fits
// it.

const { MatchersV3, MessageProviderPact, PactV4 } = pact;

const folderOf = (provider: string): string =>
  fileURLToPath(new URL(`../../../${provider}/pacts`, import.meta.url));

/** A message as the outbox relay publishes it. */
export interface EventMessage {
  id: string;
  at: string;
  data: unknown;
}

const SAMPLE_ID = '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const SAMPLE_TIME = '2026-03-02T15:00:00.000Z';

/**
 * States in the pact of `consumer` with the sender of `event` that it relies on the fields of
 * `data`, any value of the same type, and proves it by `take`, which gets the message as published.
 */
export async function reliesOn<T>(
  consumer: string,
  event: EventType<T>,
  data: Partial<T>,
  take: (message: EventMessage) => Promise<void>,
): Promise<void> {
  const name = eventName(event);
  const provider = name.split('.')[0] as string;
  const messages = new PactV4({ consumer, provider, dir: folderOf(provider), logLevel: 'error' });
  await messages
    .addAsynchronousInteraction()
    .expectsToReceive(name, (builder) => {
      builder.withJSONContent({
        id: MatchersV3.uuid(SAMPLE_ID),
        at: MatchersV3.datetime("yyyy-MM-dd'T'HH:mm:ss.SSSX", SAMPLE_TIME),
        data: MatchersV3.like(data),
      });
    })
    .executeTest(({ contents }) => take(contents.content as unknown as EventMessage));
}

/** Hands a message to a consumer the way the inbox does, in a transaction of its database. */
export async function deliver(
  db: Database,
  consumer: Consumer,
  { id, at, data }: EventMessage,
): Promise<void> {
  const call = asService(db, 'broker');
  const arrived = { id, at: new Date(at), data: consumer.event.fromJSON(data) };
  await consumer.handle(arrived, call, (work) => inTransaction(call, 'deliver', work));
}

/** The newest message of this event in the outbox, as the relay publishes it. */
export async function lastSent<T>(db: Database, event: EventType<T>): Promise<EventMessage> {
  const type = eventName(event);
  const row = await db.maybe<{ id: string; payload: Omit<EventMessage, 'id'> }>`
    SELECT id, payload FROM outbox WHERE type = ${type} ORDER BY created_at DESC LIMIT 1`;
  if (!row) throw new Error(`no ${type} was emitted`);
  return { id: row.id, ...row.payload };
}

/** How long an event may take to come about on a busy machine; the verifier's own limit is 5 s. */
const EMIT_MS = 300_000;

/** Makes a service emit an event, by the commands that emit it in production. */
export type Emits = () => Promise<EventMessage>;

/**
 * Verifies that a service emits what its consumers rely on. `emits` has a way to make each event
 * that a pact names; an event without one fails.
 */
export async function verifyEvents(
  provider: string,
  emits: Readonly<Record<string, Emits>>,
): Promise<void> {
  const folder = folderOf(provider);
  const pacts = existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : [];
  if (pacts.length === 0)
    throw new Error(`no pacts with ${provider}: run the consumers' tests (npm test -- pact)`);
  const failures: unknown[] = [];
  const messageProviders = Object.entries(emits).map(([name, emit]) => [
    name,
    () =>
      emit().catch((error: unknown) => {
        failures.push(error);
        throw error;
      }),
  ]);
  const verified = new MessageProviderPact({
    provider,
    pactUrls: pacts,
    logLevel: 'error',
    timeout: EMIT_MS,
    messageProviders: Object.fromEntries(messageProviders),
  }).verify();
  // the verifier shows an error of ours as a message that does not fit; the error itself says more
  await verified.catch((error: unknown) => {
    throw failures[0] ?? error;
  });
}
