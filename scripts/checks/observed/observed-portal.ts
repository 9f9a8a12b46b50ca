import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { until } from '../../e2e/portal/until.ts';
import { ROOT, SERVICES } from '../../start/paths.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { startPortal } from '../../start/start-portal.ts';
import { anyPlace, portalFolder } from '../../test/demo-data.ts';
import { NOTHING_LASTS } from '../../test/servers.ts';
import { openTraceStore, type TraceStore } from './trace-store.ts';

/** A portal with a collector and a Prometheus beside it. */
export interface ObservedPortal {
  portal: Portal;
  traces: TraceStore;
  /** Asks Prometheus' API, e.g. `query?query=up`; gives `data` of its answer. */
  prometheus: <T>(path: string) => Promise<T>;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const answers = async (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** The collector with the configuration of deploy/observability, on ports of its own. */
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

/** Prometheus as deploy/observability sets it up, with the part's name as the job. */
async function startPrometheus(
  program: string,
  portal: Portal,
  { dataDir, log }: { dataDir: string; log: number },
) {
  const port = await freePort();
  const file = join(dataDir, 'prometheus.yml');
  const targets = (part: (typeof SERVICES)[number] | 'bff') => ({
    job_name: part,
    static_configs: [
      {
        targets: [new URL(portal.adminUrl(part)).host],
        labels: { namespace: 'jse', release: 'portal' },
      },
    ],
  });
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts', 'slos'].map((name) => join(ROOT, `charts/portal/files/${name}.yaml`)),
    scrape_configs: [...SERVICES, 'bff' as const].map(targets),
  };
  writeFileSync(file, stringify(config));
  const child = spawn(
    program,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(dataDir, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', log, log] },
  );
  const url = `http://127.0.0.1:${port}`;
  await until(() => answers(`${url}/-/ready`), Boolean, 30);
  return { child, url };
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || !child.kill()) return done();
    child.once('exit', () => done());
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
  Object.assign(process.env, portal.env);
  const prometheus = await startPrometheus(programs.prometheus, portal, { dataDir, log });
  return {
    portal,
    traces,
    prometheus: async <T>(path: string) => {
      const answer = await fetch(`${prometheus.url}/api/v1/${path}`);
      const { status, data, error } = (await answer.json()) as {
        status: string;
        data: T;
        error?: string;
      };
      if (status !== 'success') throw new Error(`${path}: ${error}`);
      return data;
    },
    stop: async () => {
      await Promise.all([ended(prometheus.child), portal.stop()]);
      await ended(collector.child);
      traces.stop();
      if (!process.env['KEEP_DATA']) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
