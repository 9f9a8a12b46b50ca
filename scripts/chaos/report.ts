import { countsOf } from './checker/finding.ts';
import { faultText } from './plan/plan.ts';
import type { ChaosRun } from './run-chaos.ts';

interface About {
  readonly seed: number;
  readonly minutes: number;
}

const MAX_FINDINGS = 200;

const percentile = (sorted: readonly number[], part: number): number =>
  Math.round(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0);

/** Formats the run and its findings for people. */
export function textOf(
  { recorded, findings, quietAfter, dataDir }: ChaosRun,
  about: About,
): string {
  const { operations, inflicted } = recorded;
  const attempts = operations.flatMap((one) => one.attempts);
  const times = attempts.map(({ ms }) => ms).sort((a, b) => a - b);
  const statuses = countsOf(attempts.map(({ status }) => status));
  const kinds = Map.groupBy(operations, ({ name }) => name);
  const lines = [
    `Chaos, seed ${about.seed}, ${about.minutes} minutes`,
    '',
    `${inflicted.length} faults, ${operations.length} operations in ${attempts.length} tries`,
    `answers by status (0: none): ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
    `milliseconds to an answer: half ${percentile(times, 0.5)}, 95 % ${percentile(times, 0.95)}, ` +
      `99 % ${percentile(times, 0.99)}, all ${percentile(times, 1)}`,
    `the ledgers agreed ${quietAfter.toFixed(0)} s after the last answer`,
    '',
    'operations                                  done  refused  no answer',
    ...[...kinds]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, own]) => {
        const count = (outcome: string | null) =>
          own.filter((one) => one.outcome === outcome).length;
        const refusals = [...countsOf(own.flatMap(({ code }) => code ?? []))]
          .map(([code, many]) => `${code} ${many}`)
          .join(', ');
        const counts =
          `${String(count('done')).padStart(5)}  ${String(count('refused')).padStart(7)}  ` +
          String(count(null)).padStart(9);
        return `${name.padEnd(42)} ${counts}  ${refusals}`;
      }),
    '',
    'faults',
    ...inflicted.map(({ fault }) => faultText(fault)),
    '',
    findings.length === 0
      ? 'Nothing was lost, doubled or stuck.'
      : `${findings.length} findings (logs in ${dataDir}/logs):`,
    ...findings.slice(0, MAX_FINDINGS).map(({ rule, detail }) => `- ${rule}: ${detail}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats the same for programs, with every operation. */
export function jsonOf({ recorded, ...run }: ChaosRun, about: About): string {
  const { before, outside, ...rest } = recorded;
  const plain = (_: string, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value;
  return JSON.stringify({ ...about, ...run, ...rest, before, outside }, plain, 1);
}
