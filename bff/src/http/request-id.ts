import { trace } from '@opentelemetry/api';
import { newRequestId, withRequestId } from '@portal/kit/observability/request-id';
import { takeTraceParent } from '@portal/kit/observability/tracing/trace-ids';
import type { RequestHandler } from 'express';
import { type PageSpanProofs, TRACE_HEADER } from './page-spans/proofs.ts';

/**
 * Gives each request its id, which is the id of its trace: the one that the page sent with it as
 * `traceparent`, unless that was used before, else a new one. `X-Request-Id`, problems and log
 * lines hold it. For a kept trace the answer says so to the page, which may then report its spans.
 */
export function identifyRequests(proofs: PageSpanProofs): RequestHandler {
  return (request, response, next) => {
    const span = trace.getActiveSpan()?.spanContext();
    const requestId =
      span?.traceId ?? takeTraceParent(request.headers.traceparent)?.traceId ?? newRequestId();
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    if (span !== undefined && (span.traceFlags & 1) === 1)
      response.setHeader(TRACE_HEADER, proofs.of(requestId));
    withRequestId(requestId, next);
  };
}
