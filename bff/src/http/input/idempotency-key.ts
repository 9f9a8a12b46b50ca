import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../refuse.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Returns the key under which the services do a thing once: the caller's own, else a new one.
 * Refuses with `malformed` a key that is no UUID. The services scope it to the account and the
 * call, and keep the answer.
 */
export function idempotencyKey(headers: IncomingHttpHeaders): string {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return randomUUID();
  if (typeof sent === 'string' && uuid.test(sent)) return sent.toLowerCase();
  throw refuse('malformed', { errors: [{ path: 'Idempotency-Key', message: 'Must be a UUID' }] });
}
