import { expect, test } from '@jest/globals';
import { SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { cleaning } from './clean-spans.ts';

test('removes addresses, urls and error messages from the spans of libraries', () => {
  const kept = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({
    spanProcessors: [cleaning, new SimpleSpanProcessor(kept)],
  });
  const span = provider.getTracer('a test').startSpan('a call', {
    attributes: {
      'http.target': '/login?email=dana@student.test',
      'url.full': 'http://portal.test/create/12/s3cret',
      'client.address': '192.0.2.7',
      'network.peer.address': '192.0.2.7',
      'user_agent.original': 'Dana 1.0',
      'http.request.method': 'GET',
      'url.path': `/api/calendar/${'s3cret-_'.repeat(5)}.ics`,
    },
  });
  span.recordException(new TypeError('invalid input syntax for type integer: "dana"'));
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'dana@student.test is taken' });
  span.end();

  const [seen] = kept.getFinishedSpans();
  expect(JSON.stringify([seen?.attributes, seen?.events, seen?.status])).not.toMatch(
    /dana|s3cret|192\.0\.2/i,
  );
  expect(seen?.attributes).toEqual({
    'http.request.method': 'GET',
    'url.path': '/api/calendar/....ics',
  });
  expect(seen?.events[0]?.attributes).toEqual({ 'exception.type': 'TypeError' });
  expect(seen?.status).toEqual({ code: SpanStatusCode.ERROR });
});
