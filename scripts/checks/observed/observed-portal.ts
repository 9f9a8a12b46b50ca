import { spawn } from 'node:child_process';
import { openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setForFile } from '@portal/kit/testing/after-test';
import { until } from '../../portal/until.ts';
import { ROOT, SERVICES } from '../../start/paths.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { startPortal } from '../../start/start-portal.ts';
import { anyPlace, portalFolder } from '../../test/demo-data.ts';
import { NOTHING_LASTS } from '../../test/servers.ts';
import { ended } from './ended.ts';
import { answers, freePort, startPrometheus } from './prometheus.ts';
import { openTraceStore, type TraceStore } from './trace-store.ts';

/** A portal with a collector and a Prometheus. */
export interface ObservedPortal {
  portal: Portal;
  traces: TraceStore;
  /** Requests Prometheus' API, e.g. `query?query=up`; returns `data` of its answer. */
  prometheus: <T>(path: string) => Promise<T>;
  stop: () => Promise<void>;
}

/** Starts the collector with the configuration of deploy/observability on its own ports. */
async function startCollector(program: string, backend: string, log: number) {
  const [http, grpc, health] = await Promise.all([freePort(), freePort(), freePort()]);
  const changed = {
    'receivers::otlp::protocols::http::endpoint': `127.0.0.1:${http}`,
    'receivers::otlp::protocols::grpc::endpoint': `127.0.0.1:${grpc}`,
    'extensions::health_check::endpoint': `127.0.0.1:${health}`,
    'exporters::otlphttp/backend::encoding': 'json',
    'exporters::otlphttp/backend::compression': 'none',
    'processors::batch::timeout': '200ms',
    'service::telemetry::metrics::level': 'none',
  };
  const child = spawn(
    program,
    [
      `--config=${join(ROOT, 'deploy/observability/otel-collector.yaml')}`,
      ...Object.entries(changed).map(([path, value]) => `--set=${path}=${value}`),
    ],
    { env: { TRACES_BACKEND: backend }, stdio: ['ignore', log, log] },
  );
  await until(() => answers(`http://127.0.0.1:${health}/`), Boolean, 30);
  return { child, url: `http://127.0.0.1:${http}` };
}

/** Returns Prometheus' scrape job of a process, named as in deploy/observability. */
const scrapeOf = (portal: Portal, part: (typeof SERVICES)[number] | 'bff') => ({
  job_name: part,
  static_configs: [
    {
      targets: [new URL(portal.adminUrl(part)).host],
      labels: { namespace: 'jse', release: 'portal' },
    },
  ],
});

/**
 * Starts a portal with demo data that is traced and scraped. Every trace is kept; the portal's
 * addresses are put into the environment for helpers of e2e.
 */
export async function startObservedPortal(programs: {
  collector: string;
  prometheus: string;
}): Promise<ObservedPortal> {
  const dataDir = portalFolder('observed');
  const log = openSync(join(dataDir, 'observers.log'), 'a');
  const traces = await openTraceStore();
  const collector = await startCollector(programs.collector, traces.url, log);
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' };
  const portal = await startPortal({
    env: { ...anyPlace, DATA_DIR: dataDir },
    parts: { '*': { env: { ...traced, LOG_LEVEL: 'info' } } },
    postgresSettings: NOTHING_LASTS,
  });
  setForFile(portal.env);
  const prometheus = await startPrometheus({
    program: programs.prometheus,
    folder: dataDir,
    log,
    ruleFiles: ['alerts', 'slos'].map((name) => join(ROOT, `charts/portal/files/${name}.yaml`)),
    scrapes: [...SERVICES, 'bff' as const].map((part) => scrapeOf(portal, part)),
  });
  return {
    portal,
    traces,
    prometheus: prometheus.ask,
    stop: async () => {
      await Promise.all([prometheus.stop(), portal.stop()]);
      await ended(collector.child);
      traces.stop();
      if (!process.env['KEEP_DATA']) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
