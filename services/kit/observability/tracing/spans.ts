import { type Attributes, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { DomainError } from '../../errors.ts';
import {
  currentRequestId,
  readTraceParent,
  requestIdIn,
  withRequestId,
  writeTraceParent,
} from '../request-id.ts';

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
  /** The `traceparent` of the cause, if that is not the surrounding span. */
  parent?: string | null;
}

/**
 * Runs work in a span of its own. A refusal is not an error of the span; for another error the span
 * has its type, never the message, which may quote a person's input.
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
 * Continues the work that a request left (an event, a process, a mail) under its id and in its
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

/** Returns the `traceparent` of the active span; null without tracing. */
export function spanTraceParent(): string | null {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || !trace.isSpanContextValid(span)) return null;
  const { traceId, spanId, traceFlags } = span;
  return writeTraceParent({ traceId, spanId, isSampled: (traceFlags & 1) === 1 });
}

/**
 * Returns the `traceparent` to store with the work that this request leaves; null outside a
 * request. Without tracing it still carries the id of the request.
 */
export function currentTraceParent(requestId = currentRequestId()): string | null {
  const ofSpan = spanTraceParent();
  if (ofSpan !== null || requestId === undefined) return ofSpan;
  const made = { traceId: requestId, spanId: requestId.slice(0, 16), isSampled: false };
  const written = writeTraceParent(made);
  return readTraceParent(written) === null ? null : written;
}
