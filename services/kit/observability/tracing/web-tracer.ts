import { ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  NodeTracerProvider,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { steadyNow } from '../../steady-clock.ts';
import type { PageSpan } from './page-span.ts';

/**
 * Creates spans from the reports of pages, as a service named `web`. They keep the ids under which
 * the page made its calls, so that the portal's spans lie below them.
 */
export function webTracer(processors: SpanProcessor[]): (span: PageSpan) => void {
  let ids = { traceId: '', spanId: '' };
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'web' }),
    spanProcessors: processors,
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
  });
  const tracer = provider.getTracer('portal');
  return ({ traceId, spanId, method, path, agoMs, ms, status }) => {
    ids = { traceId, spanId };
    const startTime = steadyNow().getTime() - agoMs;
    const attributes = {
      'http.request.method': method,
      'url.path': path,
      'http.response.status_code': status,
    };
    const options = { kind: SpanKind.CLIENT, startTime, attributes };
    const span = tracer.startSpan(`${method} ${path}`, options, ROOT_CONTEXT);
    if (status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startTime + ms);
  };
}
