import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from './actor.ts';
import { type Database, isDown, isRetryable, type Sql } from './database.ts';
import { DomainError } from './errors.ts';
import { uuidv7 } from './ids.ts';
import { kick } from './kick.ts';
import type { Letter } from './mail.ts';
import { mark } from './marks.ts';
import { firstAnswer, freeze, freezeRefusal, requestHash } from './stored.ts';

/** One request as a handler sees it. */
export interface Call {
  db: Database;
  actor: Actor;
  /** The idempotency key, null for a query. */
  key: string | null;
  now: Date;
  requestId: string;
}

/** An event message of a service's events.proto; its $type names the event: payments.v1.ChargeCaptured is payments.charge_captured. */
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

/** A transaction with what must commit together with it. */
export interface Tx extends Sql {
  readonly now: Date;
  readonly actor: Actor;
  emit<T>(event: EventType<T>, payload: T): void;
  audit(entry: AuditEntry): void;
  mail(letter: Letter): void;
  /** Writes what was emitted, audited and mailed so far; done by itself before the commit. Call it before a hot row is locked. */
  flush(): Promise<void>;
}

/** Name of an event from its message: registration.v1.SessionBooked is registration.session_booked. */
export function eventName(event: { $type: string }): string {
  const [service = '', , message = ''] = event.$type.split('.');
  return `${service}.${message.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase()}`;
}

/** Works in one transaction with outbox, audit and mail rows; tried again when it loses a race. */
export async function inTransaction<T>(
  call: Pick<Call, 'db' | 'actor' | 'now' | 'requestId'>,
  name: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let left = false;
    try {
      const result = await call.db.transaction(async (sql) => {
        const tx = open(sql, call, () => {
          left = true;
        });
        const answer = await work(tx);
        await tx.flush();
        await mark(`${name}.commit`);
        return answer;
      });
      if (left) kick();
      return result;
    } catch (error) {
      if (!isRetryable(error) || attempt === 5) throw error;
      await pause(Math.random() * 10 * attempt);
    }
  }
}

function open(sql: Sql, { actor, now, requestId }: Pick<Call, 'actor' | 'now' | 'requestId'>, onLeft: () => void): Tx {
  let events: { id: string; type: string; payload: string }[] = [];
  let audits: AuditEntry[] = [];
  let letters: Letter[] = [];
  return {
    ...sql,
    now,
    actor,
    emit: (event, payload) => {
      events.push({
        id: uuidv7(),
        type: eventName(event),
        payload: JSON.stringify({ at: now.toISOString(), data: event.toJSON(payload) }),
      });
    },
    audit: (entry) => {
      audits.push(entry);
    },
    mail: (letter) => {
      letters.push(letter);
    },
    async flush() {
      if (events.length + audits.length > 0) {
        await sql.run`
          WITH sent AS (
            INSERT INTO outbox (id, type, payload)
            SELECT * FROM unnest(${events.map((e) => e.id)}::uuid[], ${events.map((e) => e.type)}::text[], ${events.map((e) => e.payload)}::jsonb[]))
          INSERT INTO audit (at, actor_kind, actor_id, actor_name, request_id, op, table_name, row_id, student_id, change)
          SELECT ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, ${requestId}, line.*
          FROM unnest(${audits.map((a) => a.op)}::text[], ${audits.map((a) => a.table)}::text[], ${audits.map((a) => String(a.id))}::text[],
            ${audits.map((a) => a.studentId ?? null)}::bigint[], ${audits.map((a) => JSON.stringify(a.change))}::jsonb[]) AS line`;
      }
      if (letters.length > 0) {
        await sql.run`
          INSERT INTO mail (id, key, recipient, subject, body_text, body_html, attachments)
          SELECT * FROM unnest(${letters.map(() => uuidv7())}::uuid[], ${letters.map((l) => l.key)}::text[], ${letters.map((l) => l.to)}::text[],
            ${letters.map((l) => l.subject)}::text[], ${letters.map((l) => l.text)}::text[], ${letters.map((l) => l.html)}::text[],
            ${letters.map((l) => JSON.stringify(l.attachments ?? []))}::jsonb[])
          ON CONFLICT (key) DO NOTHING`;
      }
      if (events.length + letters.length > 0) onLeft();
      events = [];
      audits = [];
      letters = [];
    },
  };
}

/** Whose key it is: keys of two accounts never meet. */
export const scopeOf = (actor: Actor): string => `${actor.kind}:${actor.id}`;

/**
 * A change as one transaction. With a key in the call, doing it again gives the first answer and repeats nothing; the same key with another
 * body refuses with idempotency_key_reused. A refusal is an answer too, unless it is passing (a partner or a part that failed).
 */
export function command<I, O>(name: string, work: (tx: Tx, input: I, call: Call) => Promise<O>): (call: Call, input: I) => Promise<O> {
  return async (call, input) => {
    const { db, key } = call;
    if (key === null) return inTransaction(call, name, (tx) => work(tx, input, call));

    const scope = scopeOf(call.actor);
    const hash = requestHash(call.actor, input);
    const earlier = async () => {
      const kept = await db.maybe<{ bodyHash: string; answer: unknown; refusal: unknown }>`
        SELECT body_hash, answer, refusal FROM idempotency WHERE command = ${name} AND scope = ${scope} AND key = ${key}`;
      return kept && { answer: firstAnswer(kept, hash) as O };
    };
    const first = await earlier();
    if (first) return first.answer;
    try {
      return await inTransaction(call, name, async (tx) => {
        const answer = await work(tx, input, call);
        await tx.flush();
        await tx.run`INSERT INTO idempotency (command, scope, key, body_hash, answer) VALUES (${name}, ${scope}, ${key}, ${hash}, ${JSON.stringify(freeze(answer) ?? null)})`;
        return answer;
      });
    } catch (error) {
      // a twin that committed meanwhile has the first answer, whatever this one stumbled over; otherwise a refusal becomes it
      if (error instanceof DomainError && !error.isPassing) {
        await db.run`INSERT INTO idempotency (command, scope, key, body_hash, refusal)
          VALUES (${name}, ${scope}, ${key}, ${hash}, ${freezeRefusal(error)}) ON CONFLICT DO NOTHING`;
      }
      if (isDown(error)) throw error;
      const kept = await earlier();
      if (kept) return kept.answer;
      throw error;
    }
  };
}
