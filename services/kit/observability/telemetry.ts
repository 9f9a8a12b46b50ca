import { createRequire } from 'node:module';
import { tracedPath } from './traced-path.ts';

/**
 * Starts tracing when OTEL_EXPORTER_OTLP_ENDPOINT says where traces go; without it nothing is
 * loaded, which keeps a part small.
 */
export async function startTelemetry(service: string): Promise<() => Promise<void>> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {};
  const [
    { resourceFromAttributes },
    { NodeTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { registerInstrumentations },
    { GrpcInstrumentation },
    { PgInstrumentation },
    { HttpInstrumentation },
  ] = await Promise.all([
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/instrumentation'),
    import('@opentelemetry/instrumentation-grpc'),
    import('@opentelemetry/instrumentation-pg'),
    import('@opentelemetry/instrumentation-http'),
  ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? service }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const http = new HttpInstrumentation({
    startIncomingSpanHook: ({ url = '' }) => ({ 'url.path': tracedPath(url), 'url.query': '' }),
  });
  registerInstrumentations({
    instrumentations: [http, new GrpcInstrumentation(), new PgInstrumentation()],
  });
  createRequire(import.meta.url)('@grpc/grpc-js'); // instrumentation hooks require, not import
  return () => provider.shutdown();
}
