import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/**
 * The id of a request is the id of its trace, as 32 hex digits: it is in log lines, in the audit,
 * in the answer and on the error page, whether traces are kept or not.
 */
export const newRequestId = (): string => randomBytes(16).toString('hex');

/** The ids in a W3C `traceparent`: a trace, and the span in it that caused this work. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const LENGTH = 55;

/** Reads a `traceparent` of version 00; null for anything else. */
export function readTraceParent(value: string | null | undefined): TraceParent | null {
  if (value?.length !== LENGTH) return null;
  const [, traceId = '', spanId = '', flags = ''] = TRACE_PARENT.exec(value) ?? [];
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a `traceparent` of version 00. */
export const writeTraceParent = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** The request that caused an event, process or mail, by the `traceparent` kept with it. */
export const requestIdIn = (traceParent: string | null | undefined): string | undefined =>
  readTraceParent(traceParent)?.traceId;

const current = new AsyncLocalStorage<string>();

/** Returns the id of the current request; undefined outside a request. */
export const currentRequestId = (): string | undefined => current.getStore();

/** The id for a trace that begins here: that of the request, where it has the form of one. */
export const traceIdHere = (): string => {
  const requestId = currentRequestId();
  return requestId !== undefined && /^[0-9a-f]{32}$/.test(requestId) ? requestId : newRequestId();
};

/** Returns the id of the current request; a new id outside a request. */
export const requestIdOrNew = (): string => currentRequestId() ?? newRequestId();

/** Does work for a request: its log lines name it, and its trace has its id. */
export const withRequestId = <T>(requestId: string, work: () => T): T =>
  currentRequestId() === requestId ? work() : current.run(requestId, work);
