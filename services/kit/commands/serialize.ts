import { createHash } from 'node:crypto';
import type { Actor } from '../auth/actor.ts';
import { DomainError, type RefusalExtra, type RefusalStatus, unprocessable } from '../errors.ts';

/** Plain data with its dates marked, so that JSON in the database gives back what was put in. */
export function serialize(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.toISOString() };
  if (Array.isArray(value)) return value.map(serialize);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .map(([name, part]) => [name, serialize(part)]),
    );
  }
  return value;
}

/** The opposite of `serialize`. */
export function deserialize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deserialize);
  if (value !== null && typeof value === 'object') {
    const date = (value as { $date?: string }).$date;
    if (typeof date === 'string') return new Date(date);
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, deserialize(part)]),
    );
  }
  return value;
}

/** Fingerprint of a request body, the same whatever the order of its fields. */
export function bodyHash(body: unknown): string {
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ordered);
    if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, part]) => part !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => [name, ordered(part)]),
      );
    }
    return value;
  };
  return createHash('sha256')
    .update(JSON.stringify(ordered(body)) ?? '')
    .digest('base64url');
}

/**
 * Fingerprint of the request behind a key: the body and, for staff, the student for whom they act.
 */
export function requestHash(actor: Actor, body: unknown): string {
  const isAboutStudent = actor.kind === 'staff' && actor.studentId !== undefined;
  return bodyHash(isAboutStudent ? { body, studentId: actor.studentId } : body);
}

/** A refusal as a row keeps it. */
export const serializeError = ({ status, code, detail, extra }: DomainError): string =>
  JSON.stringify({ status, code, detail, extra });

function thawRefusal(kept: unknown): DomainError {
  const { status, code, detail, extra } = kept as {
    status: RefusalStatus;
    code: string;
    detail: string;
    extra: RefusalExtra;
  };
  return new DomainError(status, code, detail, extra);
}

/**
 * The answer that a key already has. Refuses with idempotency_key_reused when it came with another
 * body.
 */
export function firstAnswer(
  kept: { bodyHash: string; answer: unknown; refusal: unknown },
  hash: string,
): unknown {
  if (kept.bodyHash !== hash)
    throw unprocessable(
      'idempotency_key_reused',
      'This request was already used for something else. Please try again.',
    );
  if (kept.refusal !== null) throw thawRefusal(kept.refusal);
  return deserialize(kept.answer);
}
