import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, register } from 'prom-client';
import { LAG_PRECISION_MS, registerEventLoopLag } from './observability/event-loop-lag.ts';

/**
 * HTTP beside a part's own protocol: /healthz (up), /readyz (its parts answer), /metrics. Never
 * open to the outside.
 */
export function adminServer(isReady: () => Promise<Record<string, boolean>>): Server {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  registerEventLoopLag(register);
  return createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (request.url === '/healthz') return answer(200, '{"up":true}');
    if (request.url === '/metrics') {
      void register.metrics().then((metrics) => answer(200, metrics, register.contentType));
      return;
    }
    if (request.url === '/readyz') {
      void isReady().then((parts) =>
        answer(Object.values(parts).every(Boolean) ? 200 : 503, JSON.stringify(parts)),
      );
      return;
    }
    answer(404, '{}');
  });
}

/** 'host:port' taken apart. */
export function hostAndPort(listen: string): { host: string; port: number } {
  const at = listen.lastIndexOf(':');
  return { host: listen.slice(0, at), port: Number(listen.slice(at + 1)) };
}
