import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { byKind, chart, type Manifest, minimal, rendered } from '../../checks/charts/charts.ts';
import { findTool } from '../../tools/tools.ts';

/** How often a path is probed, and how many misses in a row count; milliseconds. */
export interface Probe {
  readonly path: string;
  readonly everyMs: number;
  readonly timeoutMs: number;
  readonly misses: number;
}

/** The settings of the chart for the pods of each service. */
export interface PodTiming {
  readonly startup: Probe;
  readonly liveness: Probe;
  readonly readiness: Probe;
  /** A new pod is ready for so long before an old one ends. */
  readonly minReadyMs: number;
  /** From leaving the endpoints until SIGTERM: preStop. */
  readonly leaveMs: number;
  /** From then on, preStop included, until SIGKILL. */
  readonly graceMs: number;
}

const seconds = (count: number): number => count * 1000;

/** Reads a probe of a manifest. */
const probeOf = (probe: Manifest): Probe => ({
  path: probe.httpGet.path,
  everyMs: seconds(probe.periodSeconds),
  timeoutMs: seconds(probe.timeoutSeconds ?? 1),
  misses: probe.failureThreshold,
});

/**
 * Reads the timing from the chart as helm renders it; without helm, from the template and the
 * values. Every service has the same unless values differ.
 */
export function podTiming(): PodTiming {
  return findTool('helm') ? fromRendered() : fromSource();
}

export function fromRendered(): PodTiming {
  const deployments = byKind(rendered(minimal), 'Deployment');
  const bff = deployments.find(({ metadata }) => metadata.name === 'portal-bff');
  if (!bff) throw new Error('the chart renders no BFF');
  const { minReadySeconds, template } = bff.spec;
  const [container] = template.spec.containers;
  return {
    startup: probeOf(container.startupProbe),
    liveness: probeOf(container.livenessProbe),
    readiness: probeOf(container.readinessProbe),
    minReadyMs: seconds(minReadySeconds),
    leaveMs: seconds(container.lifecycle.preStop.sleep.seconds),
    graceMs: seconds(template.spec.terminationGracePeriodSeconds),
  };
}

export function fromSource(): PodTiming {
  const template = readFileSync(`${chart}/templates/_pod.tpl`, 'utf8');
  const probe = (name: string): Probe => {
    const [text] = new RegExp(` ${name}:\n(?: {6}.*\n)+`).exec(template) ?? [];
    if (!text) throw new Error(`the chart has no ${name}`);
    return probeOf(parse(text)[name]);
  };
  const { drain, minReadySeconds } = parse(readFileSync(`${chart}/values.yaml`, 'utf8')).defaults;
  return {
    startup: probe('startupProbe'),
    liveness: probe('livenessProbe'),
    readiness: probe('readinessProbe'),
    minReadyMs: seconds(minReadySeconds),
    leaveMs: seconds(drain.leaveSeconds),
    graceMs: seconds(drain.graceSeconds),
  };
}
