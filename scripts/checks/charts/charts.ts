// Runs the real helm on the chart for its tests: lint and render.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { findTool, type Tool } from '../../tools/tools.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const chart = `${root}charts/portal`;

// biome-ignore lint/suspicious/noExplicitAny: a manifest has any form; strict.ts decodes it
export type Manifest = any;

/** All services and the BFF, exactly as in the chart's values. */
export const services = [
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
];
export const parts = [...services, 'bff'];

/** Variations of few values: read on top of the minimal ones. */
const onMinimal = `${chart}/ci/on-minimal/`;

/**
 * The values files with which the chart is checked: its own variations, and those of the trial
 * cluster.
 */
export const valuesFiles: string[] = [
  ...readdirSync(`${chart}/ci`)
    .filter((name) => name.endsWith('-values.yaml'))
    .sort()
    .map((name) => `${chart}/ci/${name}`),
  ...readdirSync(onMinimal)
    .sort()
    .map((name) => `${onMinimal}${name}`),
  `${root}deploy/trial/values.yaml`,
];

const readFrom = (values: string): string[] =>
  (values.startsWith(onMinimal) ? [minimal, values] : [values]).flatMap((file) => [
    '--values',
    file,
  ]);

/** Helm 3 and Helm 4. */
export type Helm = Extract<Tool, 'helm' | 'helm4'>;

interface Outcome {
  ok: boolean;
  /** The output of helm: the manifests, or its errors. */
  text: string;
}

const done = new Map<string, Outcome>();
/** Runs helm; equal runs are cached, since the chart does not change during its tests. */
function helm(args: string[], program: Helm): Outcome {
  const question = [program, ...args].join(' ');
  const before = done.get(question);
  if (before) return before;
  const outcome = runHelm(args, program);
  done.set(question, outcome);
  return outcome;
}

function runHelm(args: string[], name: Helm): Outcome {
  const program = findTool(name);
  if (!program) throw new Error(`${name} is not here`);
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
  });
  return status === 0 ? { ok: true, text: stdout } : { ok: false, text: `${stdout}${stderr}` };
}

/** `helm lint --strict`, in which a warning is a failure. */
export const lint = (values: string, program: Helm = 'helm'): Outcome =>
  helm(['lint', '--strict', chart, ...readFrom(values)], program);

/** Runs `helm template` with more settings, as by `--set-json`; on another chart if given. */
export function render(
  values: string,
  set: Record<string, unknown> = {},
  of: string = chart,
  program: Helm = 'helm',
): Outcome {
  const more = Object.entries(set).flatMap(([path, value]) => [
    '--set-json',
    `${path}=${JSON.stringify(value)}`,
  ]);
  const args = ['portal', of, '--namespace', 'jse', '--kube-version', '1.34.0'];
  return helm(['template', ...args, ...readFrom(values), ...more], program);
}

/** Parses a text with several documents; throws at invalid YAML. */
export function manifests(text: string): Manifest[] {
  return parseAllDocuments(text, { merge: true })
    .map((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS();
    })
    .filter((object) => object !== null);
}

/** Renders, and throws with helm's own message when it fails. */
export function rendered(
  values: string,
  set: Record<string, unknown> = {},
  of: string = chart,
): Manifest[] {
  const { ok, text } = render(values, set, of);
  if (!ok) throw new Error(text);
  return manifests(text);
}

export const minimal = `${chart}/ci/minimal-values.yaml`;
export const full = `${chart}/ci/full-values.yaml`;
export const bare = `${chart}/ci/bare-values.yaml`;
export const variation = (name: string): string => `${onMinimal}${name}.yaml`;
export const trial = `${root}deploy/trial/values.yaml`;

export const byKind = (objects: Manifest[], kind: string): Manifest[] =>
  objects.filter((object) => object.kind === kind);

/** Returns the pods of all workloads. */
export const podsOf = (objects: Manifest[]): { of: string; spec: Manifest }[] =>
  objects.flatMap((object) => {
    const spec = object.kind === 'Pod' ? object.spec : object.spec?.template?.spec;
    return spec ? [{ of: `${object.kind}/${object.metadata.name}`, spec }] : [];
  });

/** Returns the chart's own values, the map of the system. */
export const values = (): Manifest => parse(readFileSync(`${chart}/values.yaml`, 'utf8'));
