import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { until } from '../../portal/until.ts';
import { ended } from './ended.ts';

/** A running Prometheus. */
export interface Prometheus {
  /** Requests its API, e.g. `query?query=up`; returns `data` of the answer. */
  readonly ask: <T>(path: string) => Promise<T>;
  readonly stop: () => Promise<void>;
}

export interface PrometheusOptions {
  /** Path of the program. */
  readonly program: string;
  /** The folder of its data and configuration. */
  readonly folder: string;
  /** File descriptor of its output. */
  readonly log: number;
  readonly ruleFiles: readonly string[];
  /** The `scrape_configs` of its configuration. */
  readonly scrapes: readonly object[];
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

export const answers = async (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts one on a free port that scrapes every second; ready when this returns. */
export async function startPrometheus(options: PrometheusOptions): Promise<Prometheus> {
  const { program, folder, log, ruleFiles, scrapes } = options;
  const port = await freePort();
  const file = join(folder, 'prometheus.yml');
  const global = { scrape_interval: '1s', evaluation_interval: '1s' };
  writeFileSync(file, stringify({ global, rule_files: ruleFiles, scrape_configs: scrapes }));
  const child = spawn(
    program,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', log, log] },
  );
  // ends it also if this process ends unexpectedly
  const end = () => void child.kill();
  process.once('exit', end);
  const url = `http://127.0.0.1:${port}`;
  await until(() => answers(`${url}/-/ready`), Boolean, 30);
  return {
    ask: async <T>(path: string) => {
      const answer = await fetch(`${url}/api/v1/${path}`);
      const { status, data, error } = (await answer.json()) as {
        status: string;
        data: T;
        error?: string;
      };
      if (status !== 'success') throw new Error(`${path}: ${error}`);
      return data;
    },
    async stop() {
      process.off('exit', end);
      await ended(child);
    },
  };
}
