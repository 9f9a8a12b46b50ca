import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { DATABASE_TIMEOUT_MS, within } from './observability/metrics/database-gauge.ts';
import { LAG_PRECISION_MS, registerEventLoopLag } from './observability/metrics/event-loop-lag.ts';
import { VERSION } from './observability/version.ts';

/** How long one metric may take before it is left out. */
const METRIC_TIMEOUT_MS = DATABASE_TIMEOUT_MS + 1_000;

/**
 * Returns all metrics as Prometheus reads them. A metric that waits for something else, such as a
 * database that hangs, is left out, so that the others still arrive within the scrape timeout.
 */
export async function metricsInTime(timeoutMs = METRIC_TIMEOUT_MS): Promise<string> {
  const names = register.getMetricsAsArray().map(({ name }) => name);
  const texts = await Promise.all(
    names.map((name) =>
      within(
        timeoutMs,
        register.getSingleMetricAsString(name).catch(() => ''),
        '',
      ),
    ),
  );
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`;
}

/**
 * Serves HTTP beside the protocol of a process: /healthz (up), /readyz (its dependencies answer)
 * and /metrics. Never open to the outside.
 */
export function adminServer(isReady: () => Promise<Record<string, boolean>>): Server {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  registerEventLoopLag(register);
  new Gauge({
    name: 'portal_build_info',
    help: '1, labelled with the version that this process runs',
    labelNames: ['version'],
  }).set({ version: VERSION }, 1);
  new Gauge({
    name: 'portal_ready',
    help: '1 while the dependencies of this process answer in time, as /readyz says',
    async collect() {
      const ready = isReady().then((parts) => Object.values(parts).every(Boolean));
      this.set((await within(DATABASE_TIMEOUT_MS, ready, false)) ? 1 : 0);
    },
  });
  return createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (request.url === '/healthz') return answer(200, '{"up":true}');
    if (request.url === '/metrics') {
      void metricsInTime().then((metrics) => answer(200, metrics, register.contentType));
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
