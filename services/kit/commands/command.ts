import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '../auth/actor.ts';
import {
  type Database,
  isRetryable,
  isUnavailable,
  type Runs,
  type Sql,
  type TransactionSql,
} from '../database/database.ts';
import type { Email } from '../email/email.ts';
import { DomainError, OutdatedRead } from '../errors.ts';
import { uuidv7 } from '../ids.ts';
import { type PendingWork, signalCommit } from '../jobs/commit-signal.ts';
import { failpoint } from '../jobs/failpoints.ts';
import { countEvent } from '../observability/metrics/event-metrics.ts';
import { withRequestId } from '../observability/request-id.ts';
import { currentTraceParent, inSpan } from '../observability/tracing/spans.ts';
import type * as tables from '../prisma/tables.ts';
import { firstAnswer, requestHash, serialize, serializeError } from './serialize.ts';

/** One request as a handler sees it. */
export interface Call {
  db: Database;
  actor: Actor;
  /** The idempotency key, null for a query. */
  key: string | null;
  now: Date;
  requestId: string;
  /** The network address that a person's request came from; only for the audit, never logged. */
  origin?: string | undefined;
}

/**
 * An event message of a service's events.proto; its $type names the event:
 * payments.v1.ChargeCaptured is payments.charge_captured.
 */
export interface EventType<T> {
  readonly $type: string;
  toJSON(payload: T): unknown;
  fromJSON(json: unknown): T;
}

/** One line of the user activity history. */
export interface AuditEntry {
  op: 'insert' | 'update' | 'delete' | 'action';
  table: string;
  id: number | string;
  studentId?: number;
  /** Field by field the new value, or [old, new]; never secrets or card data. */
  change: Record<string, unknown>;
}

/** A transaction with the events, emails and history that commit with it. */
export interface Tx extends TransactionSql {
  readonly now: Date;
  readonly actor: Actor;
  emit<T>(event: EventType<T>, payload: T): void;
  audit(entry: AuditEntry): void;
  mail(email: Email): void;
  /** Called once this is committed, and never otherwise: for metrics, which may miss a crash. */
  measure(record: () => void): void;
  /**
   * Writes the events, audit rows and mails recorded so far; the command flushes before it commits
   * in any case. Call it before a hot row is locked.
   */
  flush(): Promise<void>;
}

/**
 * Name of an event from its message: registration.v1.SessionBooked is registration.session_booked.
 */
export function eventName(event: { $type: string }): string {
  const [service = '', , message = ''] = event.$type.split('.');
  return `${service}.${message.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase()}`;
}

/**
 * Works in one transaction with outbox, audit and mail rows; tried again when it loses a race.
 * `peek` reads something in the round trip of the BEGIN.
 */
export function inTransaction<T, P = undefined>(
  call: Pick<Call, 'db' | 'actor' | 'now' | 'requestId' | 'origin'>,
  name: string,
  work: (tx: Tx, peeked: P) => Promise<T>,
  peek?: (sql: Sql) => Promise<P>,
): Promise<T> {
  return withRequestId(call.requestId, () =>
    inSpan(name, {}, () => transactionOf(call, name, work, peek)),
  );
}

async function transactionOf<T, P>(
  call: Pick<Call, 'db' | 'actor' | 'now' | 'requestId' | 'origin'>,
  name: string,
  work: (tx: Tx, peeked: P) => Promise<T>,
  peek: ((sql: Sql) => Promise<P>) | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const left = new Set<PendingWork>();
    const measures: (() => void)[] = [];
    try {
      const result = await call.db.transaction(
        async (sql, peeked: P) => {
          const { tx, flushAtCommit } = open(sql, call, { left, measures });
          const answer = await work(tx, peeked);
          flushAtCommit();
          await failpoint(`${name}.commit`);
          return answer;
        },
        peek === undefined ? {} : { peek },
      );
      left.forEach(signalCommit);
      for (const record of measures) record();
      return result;
    } catch (error) {
      const isLost = isRetryable(error) || error instanceof OutdatedRead;
      if (!isLost || attempt === 5) throw error;
      await pause(Math.random() * 10 * attempt);
    }
  }
}

function open(
  sql: TransactionSql,
  { actor, now, requestId, origin }: Pick<Call, 'actor' | 'now' | 'requestId' | 'origin'>,
  { left, measures }: { left: Set<PendingWork>; measures: (() => void)[] },
): { tx: Tx; flushAtCommit: () => void } {
  // a service's own action has no origin, whichever request caused it
  const from = actor.kind === 'service' ? null : (origin ?? null);
  const traceParent = currentTraceParent(requestId);
  let events: { id: string; type: string; payload: string }[] = [];
  let audits: AuditEntry[] = [];
  let emails: Email[] = [];
  const flush = <T>(send: Runs<T>): T[] => {
    const sent: T[] = [];
    if (events.length + audits.length > 0)
      sent.push(send.run`
        WITH sent AS (
          INSERT INTO outbox (id, type, payload, trace_parent)
          SELECT event.*, ${traceParent}::text FROM unnest(${events.map((e) => e.id)}::uuid[],
            ${events.map((e) => e.type)}::text[],
            ${events.map((e) => e.payload)}::jsonb[]) AS event)
        INSERT INTO audit (at, actor_kind, actor_id, actor_name, request_id, origin, op,
          table_name, row_id, student_id, change)
        SELECT ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, ${requestId},
          ${from}::text, line.*
        FROM unnest(${audits.map((a) => a.op)}::text[], ${audits.map((a) => a.table)}::text[],
          ${audits.map((a) => String(a.id))}::text[],
          ${audits.map((a) => a.studentId ?? null)}::bigint[],
          ${audits.map((a) => JSON.stringify(a.change))}::jsonb[]) AS line`);
    if (emails.length > 0)
      sent.push(send.run`
        INSERT INTO mail (id, key, recipient, subject, body_text, body_html, attachments,
          trace_parent)
        SELECT letter.*, ${traceParent}::text FROM unnest(${emails.map(() => uuidv7())}::uuid[],
          ${emails.map((l) => l.key)}::text[], ${emails.map((l) => l.to)}::text[],
          ${emails.map((l) => l.subject)}::text[], ${emails.map((l) => l.text)}::text[],
          ${emails.map((l) => l.html)}::text[],
          ${emails.map((l) => JSON.stringify(l.attachments ?? []))}::jsonb[]) AS letter
        ON CONFLICT (key) DO NOTHING`);
    if (events.length > 0) left.add('event');
    if (emails.length > 0) left.add('email');
    events = [];
    audits = [];
    emails = [];
    return sent;
  };
  const tx: Tx = {
    ...sql,
    now,
    actor,
    emit: (event, payload) => {
      const type = eventName(event);
      measures.push(() => countEvent(type));
      events.push({
        id: uuidv7(),
        type,
        payload: JSON.stringify({ at: now.toISOString(), data: event.toJSON(payload) }),
      });
    },
    audit: (entry) => {
      audits.push(entry);
    },
    mail: (email) => {
      emails.push(email);
    },
    measure: (record) => {
      measures.push(record);
    },
    async flush() {
      await Promise.all(flush(sql));
    },
  };
  return { tx, flushAtCommit: () => void flush(sql.atCommit) };
}

/** Whose key it is: keys of two accounts never meet. */
export const scopeOf = (actor: Actor): string => `${actor.kind}:${actor.id}`;

type Kept = Pick<tables.Idempotency, 'bodyHash' | 'answer' | 'refusal'>;

/** The answer that a key has of a command, if any. */
const keptAnswer = (sql: Sql, name: string, { actor, key }: Pick<Call, 'actor' | 'key'>) =>
  sql.maybe<Kept>`
    SELECT body_hash, answer, refusal FROM idempotency
    WHERE command = ${name} AND scope = ${scopeOf(actor)} AND key = ${key}`;

/**
 * Makes the response of a replay from the stored first answer; throws where a replay is refused. A
 * command that issues a credential (session, code, link, secret) needs one: only the first request
 * of a key may get it.
 */
export type OnReplay<O> = (first: O) => O | Promise<O>;

/**
 * A change as one transaction. With a key in the call, a replay returns the first answer, or what
 * `onReplay` makes of it, and changes nothing; the same key with another body throws
 * idempotency_key_reused. An error is an answer too, unless it is transient (a partner or a service
 * that failed).
 */
export function command<I, O>(
  name: string,
  work: (tx: Tx, input: I, call: Call) => Promise<O>,
  onReplay: OnReplay<O> = (first) => first,
): (call: Call, input: I) => Promise<O> {
  return async (call, input) => {
    const { db, key } = call;
    if (key === null) return inTransaction(call, name, (tx) => work(tx, input, call));

    const scope = scopeOf(call.actor);
    const hash = requestHash(call.actor, input);
    const earlier = (sql: Sql) => keptAnswer(sql, name, call);
    let isReplay = false;
    let answer: O;
    try {
      answer = await inTransaction(
        call,
        name,
        async (tx, kept) => {
          isReplay = kept !== undefined;
          if (kept) return firstAnswer(kept, hash) as O;
          const answer = await work(tx, input, call);
          tx.atCommit.run`
            INSERT INTO idempotency (command, scope, key, body_hash, answer)
            VALUES (${name}, ${scope}, ${key}, ${hash},
              ${JSON.stringify(serialize(answer) ?? null)})`;
          return answer;
        },
        earlier,
      );
    } catch (error) {
      if (isReplay) throw error;
      // a concurrent duplicate may have stored the first answer already; otherwise the error
      // becomes it
      if (error instanceof DomainError && !error.isTransient) {
        await db.run`
          INSERT INTO idempotency (command, scope, key, body_hash, refusal)
          VALUES (${name}, ${scope}, ${key}, ${hash}, ${serializeError(error)})
          ON CONFLICT DO NOTHING`;
      }
      if (isUnavailable(error)) throw error;
      const kept = await earlier(db);
      if (!kept) throw error;
      isReplay = true;
      answer = firstAnswer(kept, hash) as O;
    }
    return isReplay ? onReplay(answer) : answer;
  };
}

interface Prefetched<I, T, O> {
  name: string;
  input: I;
  ask: () => Promise<T>;
  onReplay?: OnReplay<O>;
}

/**
 * A command with an `ask` phase before its transaction: calls to other services, or slow checks.
 * For a key with a stored answer the phase is skipped and the stored answer is returned, even if
 * the data has changed since, above all through this command. The same holds when a concurrent
 * duplicate stored its answer while `ask` ran and `ask` was therefore refused. A refusal of `ask`
 * is not stored.
 */
export async function commandWithPrefetch<I, T, O>(
  call: Call,
  { name, input, ask, onReplay = (first) => first }: Prefetched<I, T, O>,
  work: (tx: Tx, request: T) => Promise<O>,
): Promise<O> {
  const earlier = async () =>
    call.key === null ? undefined : await keptAnswer(call.db, name, call);
  const answerOf = (kept: Kept) => onReplay(firstAnswer(kept, requestHash(call.actor, input)) as O);
  const known = await earlier();
  if (known) return answerOf(known);
  let query: T;
  try {
    query = await ask();
  } catch (error) {
    const done = await earlier();
    if (done) return answerOf(done);
    throw error;
  }
  return command(name, (tx: Tx, _input: I) => work(tx, query), onReplay)(call, input);
}

/**
 * Composes the response of a change that has committed, once per key: a replay gets the first
 * response, whatever has changed or is unavailable since. What `compose` returns is stored for two
 * days, so it must hold no personal data.
 */
export const composeOnce = <I, O>(
  call: Call,
  { name, input, compose }: { name: string; input: I; compose: () => Promise<O> },
): Promise<O> =>
  commandWithPrefetch(call, { name, input, ask: compose }, async (_tx, response) => response);
