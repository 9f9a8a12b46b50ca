import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { startTelemetry } from './telemetry.ts';

test('sends traces to the collector of the environment, under the service name', async () => {
  const chunks: string[] = [];
  const collector = createServer(async (request, response) => {
    for await (const chunk of request) chunks.push(String(chunk));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
  try {
    const stop = await startTelemetry('payments');
    trace.getTracer('a test').startSpan('a charge').end();
    await stop();
    const { resourceSpans } = JSON.parse(chunks.join(''));
    expect(resourceSpans[0].resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'payments' },
    });
    expect(resourceSpans[0].scopeSpans[0].spans[0].name).toBe('a charge');
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    collector.close();
  }
});
