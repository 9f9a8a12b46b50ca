import { createRequire } from 'node:module';
import { traceIdHere } from '../request-id.ts';
import { edgePropagator } from './edge-propagator.ts';
import { recordPageSpansBy } from './page-span.ts';
import { lot, sampledShare } from './sampling.ts';
import { switchSpansOn } from './spans.ts';
import { takeTraceParent } from './trace-ids.ts';
import { tracedPath } from './traced-path.ts';

export interface TelemetryOptions {
  /** Requests come from strangers, who must not decide whether a trace is kept. */
  isEdge?: boolean;
}

/** Paths that a balancer or Prometheus requests all the time. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Starts tracing when OTEL_EXPORTER_OTLP_ENDPOINT is set; without it nothing is loaded, which keeps
 * a service small. OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG select the traces to keep: that
 * is decided once, where a request comes in or background work begins.
 */
export async function startTelemetry(
  service: string,
  { isEdge = false }: TelemetryOptions = {},
): Promise<() => Promise<void>> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {};
  const [
    { resourceFromAttributes },
    { NodeTracerProvider, BatchSpanProcessor, ParentBasedSampler, RandomIdGenerator },
    { W3CTraceContextPropagator },
    { OTLPTraceExporter },
    { registerInstrumentations },
    { GrpcInstrumentation },
    { PgInstrumentation },
    { HttpInstrumentation },
    { cleaning },
    { webTracer },
  ] = await Promise.all([
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/instrumentation'),
    import('@opentelemetry/instrumentation-grpc'),
    import('@opentelemetry/instrumentation-pg'),
    import('@opentelemetry/instrumentation-http'),
    import('./clean-spans.ts'),
    import('./web-tracer.ts'),
  ]);
  const root = lot(sampledShare(process.env));
  const ids = new RandomIdGenerator();
  const spanProcessors = [cleaning, new BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? service }),
    spanProcessors,
    sampler: new ParentBasedSampler({
      root,
      ...(isEdge ? { remoteParentSampled: root, remoteParentNotSampled: root } : {}),
    }),
    // the trace of background work has the id that its log lines name
    idGenerator: {
      generateTraceId: traceIdHere,
      generateSpanId: () => ids.generateSpanId(),
    },
  });
  const propagator = new W3CTraceContextPropagator();
  provider.register({
    propagator: isEdge ? edgePropagator(propagator, takeTraceParent) : propagator,
  });
  const http = new HttpInstrumentation({
    ignoreIncomingRequestHook: ({ url = '' }) => PROBES.has(url),
    requireParentforOutgoingSpans: true,
    startIncomingSpanHook: ({ url = '' }) => ({ 'url.path': tracedPath(url), 'url.query': '' }),
  });
  registerInstrumentations({
    instrumentations: [
      http,
      new GrpcInstrumentation(),
      // a job that looks for work every second is in no trace until it finds some
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  });
  switchSpansOn();
  if (isEdge) recordPageSpansBy(webTracer(spanProcessors));
  // instrumentation hooks require, not import
  const require = createRequire(import.meta.url);
  require('node:http');
  require('@grpc/grpc-js');
  require('pg');
  return () => provider.shutdown();
}
