import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span from the collector, with the service that made it. */
export interface Span {
  service: string;
  scope: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  attributes: Readonly<Record<string, string | number | undefined>>;
}

interface OtlpSpan extends Pick<Span, 'traceId' | 'spanId' | 'name'> {
  parentSpanId?: string;
  attributes?: { key: string; value: { stringValue?: string; intValue?: string } }[];
}
interface Otlp {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { scope?: { name: string }; spans: OtlpSpan[] }[];
  }[];
}

/** Receives traces of a collector (OTLP as JSON) and keeps all. */
export interface TraceStore {
  url: string;
  /** Returns the spans of one trace. */
  trace: (traceId: string) => Span[];
  spans: () => readonly Span[];
  /** Returns all received data unchanged. */
  raw: () => string;
  stop: () => void;
}

function spansIn({ resourceSpans }: Otlp): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service =
      resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ scope, spans }) =>
      spans.map(({ attributes = [], parentSpanId = '', ...span }) => ({
        service,
        scope: scope?.name ?? '',
        ...span,
        parentSpanId,
        attributes: Object.fromEntries(
          attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
        ),
      })),
    );
  });
}

/** Opens a store on a free port of this machine. */
export async function openTraceStore(): Promise<TraceStore> {
  const bodies: string[] = [];
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    spans.push(...spansIn(JSON.parse(body) as Otlp));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.keepAliveTimeout = 600_000; // longer than any pause of the collector
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trace: (traceId) => spans.filter((span) => span.traceId === traceId),
    spans: () => spans,
    raw: () => bodies.join('\n'),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
