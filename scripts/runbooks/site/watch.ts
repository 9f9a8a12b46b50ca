import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPrometheus } from '../../checks/observed/prometheus.ts';
import { until } from '../../e2e/portal/until.ts';
import { SERVICES } from '../../start/paths.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { shorterRuleFile } from './shorter-rules.ts';

/** A part that has an admin port. */
export type Part = (typeof SERVICES)[number] | 'bff';
export const PARTS: readonly Part[] = [...SERVICES, 'bff'];

/** A Prometheus with the chart's rules, shortened by each of some factors. */
export interface Watch {
  /** Alerts that fire now by the rules of this factor. */
  firing(factor: number): Promise<Set<string>>;
  /** The first value of a query; null where there is none. */
  value(query: string): Promise<number | null>;
  /** A part has no pod any more: nothing of it is looked for. */
  withdraw(part: Part): void;
  /** It has one again. */
  publish(part: Part): void;
  stop(): Promise<void>;
}

interface Alerts {
  readonly alerts: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly state: 'pending' | 'firing';
  }[];
}

/** Starts it beside a portal; all parts have been seen when this returns. */
export async function startWatch(
  portal: Portal,
  { program, factors }: { program: string; factors: readonly number[] },
): Promise<Watch> {
  const log = openSync(join(portal.dataDir, 'logs/prometheus.log'), 'a');
  const pods = new Set<Part>(PARTS);
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
    ({ result }) => result.length === PARTS.length,
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
