import { type Attributes, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { DomainError } from '../errors.ts';
import {
  currentRequestId,
  readTraceParent,
  requestIdIn,
  withRequestId,
  writeTraceParent,
} from './request-id.ts';

const tracer = trace.getTracer('portal');
let isTracing = false;

/** Called when tracing starts: until then no span is made. */
export function switchSpansOn(): void {
  isTracing = true;
}

export interface SpanOptions {
  kind?: SpanKind;
  /** Ids and constants only; nothing that a person typed. */
  attributes?: Attributes;
  /** The `traceparent` of what caused this, where that is not the span around it. */
  parent?: string | null;
}

/**
 * Does work in a span of its own. A refusal is not an error of the span; of anything else it has the
 * type, never the message, which may quote what a person typed.
 */
export async function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing) return work();
  const known = readTraceParent(parent);
  const above =
    known === null
      ? context.active()
      : trace.setSpanContext(context.active(), {
          traceId: known.traceId,
          spanId: known.spanId,
          traceFlags: known.isSampled ? 1 : 0,
          isRemote: true,
        });
  const span = tracer.startSpan(name, { kind, attributes }, above);
  try {
    return await context.with(trace.setSpan(above, span), work);
  } catch (error) {
    if (error instanceof DomainError) span.setAttribute('portal.refusal', error.code);
    else {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    }
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Goes on with what a request left behind (an event, a process, a mail): under its id, and in its
 * trace. Without a known origin, under `otherId`.
 */
export function continueRequest<T>(
  name: string,
  { traceParent, otherId, ...options }: ContinueOptions,
  work: (requestId: string) => Promise<T>,
): Promise<T> {
  const requestId = requestIdIn(traceParent) ?? otherId;
  return withRequestId(requestId, () =>
    inSpan(name, { ...options, parent: traceParent }, () => work(requestId)),
  );
}
interface ContinueOptions extends Omit<SpanOptions, 'parent'> {
  traceParent: string | null;
  otherId: string;
}

/**
 * The `traceparent` that is kept with what this request leaves behind; null where there is no
 * request. Also without tracing it carries the id of the request on.
 */
export function currentTraceParent(requestId = currentRequestId()): string | null {
  const span = trace.getActiveSpan()?.spanContext();
  if (span !== undefined && trace.isSpanContextValid(span))
    return writeTraceParent({
      traceId: span.traceId,
      spanId: span.spanId,
      isSampled: (span.traceFlags & 1) === 1,
    });
  if (requestId === undefined) return null;
  const made = { traceId: requestId, spanId: requestId.slice(0, 16), isSampled: false };
  const written = writeTraceParent(made);
  return readTraceParent(written) === null ? null : written;
}
