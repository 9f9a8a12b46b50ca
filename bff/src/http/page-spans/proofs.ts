import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Beside an answer whose trace is kept: lets the page report its part of that trace. */
export const TRACE_HEADER = 'Portal-Trace';

/** Proves that the portal keeps a trace, so that a page cannot add to other traces or begin one. */
export interface PageSpanProofs {
  of(traceId: string): string;
  isOf(traceId: string, proof: string): boolean;
}

const LENGTH = 22;

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'spans of pages', 32));

/**
 * Creates proofs that every replica with the same secret accepts. `secret` is called each time,
 * since it may change; reports of calls that were answered before the change are left out.
 */
export function createPageSpanProofs(secret: () => string): PageSpanProofs {
  let derived = { from: secret(), key: keyOf(secret()) };
  function keyNow(): Buffer {
    const from = secret();
    if (from !== derived.from) derived = { from, key: keyOf(from) };
    return derived.key;
  }
  const of = (traceId: string): string =>
    createHmac('sha256', keyNow()).update(traceId).digest('base64url').slice(0, LENGTH);
  return {
    of,
    isOf: (traceId, proof) =>
      proof.length === LENGTH && timingSafeEqual(Buffer.from(of(traceId)), Buffer.from(proof)),
  };
}
