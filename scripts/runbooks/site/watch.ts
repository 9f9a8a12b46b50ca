import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPrometheus } from '../../checks/observed/prometheus.ts';
import { until } from '../../portal/until.ts';
import { SERVICES } from '../../start/paths.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { shorterRuleFile } from './shorter-rules.ts';

/** A service, or the BFF; each has an admin port. */
export type Component = (typeof SERVICES)[number] | 'bff';
export const COMPONENTS: readonly Component[] = [...SERVICES, 'bff'];

/** A Prometheus with the chart's rules, shortened by several factors. */
export interface Watch {
  /** Returns the alerts that fire by the rules of a factor. */
  firing(factor: number): Promise<Set<string>>;
  /** Returns the first value of a query; null: none. */
  value(query: string): Promise<number | null>;
  /** Removes the only pod of a service from discovery. */
  withdraw(part: Component): void;
  /** Adds it again. */
  publish(part: Component): void;
  stop(): Promise<void>;
}

interface Alerts {
  readonly alerts: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly state: 'pending' | 'firing';
  }[];
}

/** Starts Prometheus for a portal; returns when all services have been scraped. */
export async function startWatch(
  portal: Portal,
  { program, factors }: { program: string; factors: readonly number[] },
): Promise<Watch> {
  const log = openSync(join(portal.dataDir, 'logs/prometheus.log'), 'a');
  const pods = new Set<Component>(COMPONENTS);
  const targets = join(portal.dataDir, 'pods.json');
  const note = () =>
    writeFileSync(
      targets,
      JSON.stringify(
        [...pods].map((job) => ({
          targets: [new URL(portal.adminUrl(job)).host],
          labels: { job, namespace: 'jse', release: 'portal' },
        })),
      ),
    );
  note();
  const ruleFiles = factors.map((factor) => {
    const file = join(portal.dataDir, `rules-${factor}.yml`);
    writeFileSync(file, shorterRuleFile(factor));
    return file;
  });
  const scrapes = [{ job_name: 'portal', file_sd_configs: [{ files: [targets] }] }];
  const { ask, stop } = await startPrometheus({
    program,
    folder: portal.dataDir,
    log,
    ruleFiles,
    scrapes,
  });
  await until(
    () => ask<{ result: unknown[] }>('query?query=up==1'),
    ({ result }) => result.length === COMPONENTS.length,
    30,
    200,
  );
  return {
    async firing(factor) {
      const { alerts } = await ask<Alerts>('alerts');
      const firing = alerts.filter(
        ({ state, labels }) => state === 'firing' && labels['factor'] === String(factor),
      );
      return new Set(firing.map(({ labels }) => labels['alertname'] ?? ''));
    },
    async value(query) {
      const { result } = await ask<{ result: { value: [number, string] }[] }>(
        `query?query=${encodeURIComponent(query)}`,
      );
      return result[0] === undefined ? null : Number(result[0].value[1]);
    },
    withdraw(part) {
      pods.delete(part);
      note();
    },
    publish(part) {
      pods.add(part);
      note();
    },
    stop,
  };
}
