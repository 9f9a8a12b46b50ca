import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Prometheus, startPrometheus } from '../../checks/observed/prometheus.ts';
import { until } from '../../e2e/portal/until.ts';
import { SERVICES } from '../../start/paths.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { shorterRuleFile } from './shorter-rules.ts';

/** A part that has an admin port. */
export type Part = (typeof SERVICES)[number] | 'bff';
export const PARTS: readonly Part[] = [...SERVICES, 'bff'];

/** A Prometheus with the chart's rules for each factor by which they are shortened. */
export interface Watch {
  /** Alerts that fire now by the rules of this factor. */
  firing(factor: number): Promise<Set<string>>;
  /** The first value of a query, by the server of this factor; null where there is none. */
  value(factor: number, query: string): Promise<number | null>;
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

/** Starts them beside a portal; all parts have been seen when this returns. */
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
  const started = await Promise.all(
    factors.map(async (factor): Promise<[number, Prometheus]> => {
      const folder = join(portal.dataDir, `prometheus-${factor}`);
      mkdirSync(folder);
      const rules = join(folder, 'rules.yml');
      writeFileSync(rules, shorterRuleFile(factor));
      const pods = { job_name: 'portal', file_sd_configs: [{ files: [targets] }] };
      const options = { program, folder, log, ruleFiles: [rules], scrapes: [pods] };
      return [factor, await startPrometheus(options)];
    }),
  );
  const servers = new Map(started);
  const of = (factor: number): Prometheus => {
    const server = servers.get(factor);
    if (!server) throw new Error(`nothing watches with a factor of ${factor}`);
    return server;
  };
  for (const { ask } of servers.values())
    await until(
      () => ask<{ result: unknown[] }>('query?query=up==1'),
      ({ result }) => result.length === PARTS.length,
      30,
      200,
    );
  return {
    async firing(factor) {
      const { alerts } = await of(factor).ask<Alerts>('alerts');
      const firing = alerts.filter(({ state }) => state === 'firing');
      return new Set(firing.map(({ labels }) => labels['alertname'] ?? ''));
    },
    async value(factor, query) {
      const { result } = await of(factor).ask<{ result: { value: [number, string] }[] }>(
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
    stop: async () => void (await Promise.all([...servers.values()].map(({ stop }) => stop()))),
  };
}
