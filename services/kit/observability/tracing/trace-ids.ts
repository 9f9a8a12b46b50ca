import { readTraceParent, type TraceParent } from '../request-id.ts';

/** How many ids are remembered, at least; twice as many at most. */
const REMEMBERED = 10_000;

/**
 * Accepts the trace ids that pages send with their calls. Each is accepted once: a second request
 * with the same id gets one of its own, so that a caller can neither make one trace grow nor hide
 * behind another request. Remembers a bounded number of ids.
 */
export function traceIdTaker(remembered = REMEMBERED): (header: unknown) => TraceParent | null {
  let recent = new Set<string>();
  let older = new Set<string>();
  return (header) => {
    const found = typeof header === 'string' ? readTraceParent(header) : null;
    if (found === null || recent.has(found.traceId) || older.has(found.traceId)) return null;
    if (recent.size >= remembered) {
      older = recent;
      recent = new Set();
    }
    recent.add(found.traceId);
    // the server decides whether a trace is kept, not the caller
    return { ...found, isSampled: false };
  };
}

/** The ids that this process has taken from pages. */
export const takeTraceParent = traceIdTaker();
