import { trace } from '@opentelemetry/api';
import { newRequestId, withRequestId } from '@portal/kit/observability/request-id';
import { takeTraceParent } from '@portal/kit/observability/trace-ids';
import type { RequestHandler } from 'express';
import { type PageSpanProofs, TRACE_HEADER } from './page-spans/proofs.ts';

/**
 * Gives each request its id, which is the id of its trace: the one that the page sent with it as
 * `traceparent`, unless that was used before, else a new one. It stands in `X-Request-Id`, in
 * problems and in log lines. Of a trace that is kept the page is told so, and may report its part.
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
