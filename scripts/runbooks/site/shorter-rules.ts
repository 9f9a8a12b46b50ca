import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ROOT } from '../../start/paths.ts';

export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** The rule files of the chart. */
const FILES = ['alerts', 'slos'].map((name) => join(ROOT, `charts/portal/files/${name}.yaml`));

const MS: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3 };

/** Returns the names of the chart's alerts. */
export const alertsOfChart = (): string[] =>
  rulesOfChart().groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));

/** Returns all rules of the chart unchanged. */
export function rulesOfChart(): Rules {
  const files = FILES.map((file) => parse(readFileSync(file, 'utf8')) as Rules);
  return { groups: files.flatMap(({ groups }) => groups) };
}

/** Divides a duration of Prometheus: 5m by 60 is 5000ms. */
export function shorter(duration: string, factor: number): string {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const ms = MS[unit];
  if (ms === undefined) throw new Error(`${duration} is no duration of a rule`);
  return `${Math.max(1, Math.round((Number(count) * ms) / factor))}ms`;
}

/**
 * Divides every `for`, window and offset of rules; thresholds stay. The rules get a label, and
 * recorded series get their own names, so that the same rules with several factors coexist.
 */
export function shorterRules({ groups }: Rules, factor: number): Rules {
  const ofFactor = (text: string) => text.replaceAll('portal_slo:', `portal_slo_${factor}:`);
  return {
    groups: groups.map(({ name, rules }) => ({
      name: `${name}, ${factor} times shorter`,
      rules: rules.map((rule) => ({
        ...rule,
        ...(rule.record === undefined ? {} : { record: ofFactor(rule.record) }),
        expr: ofFactor(rule.expr).replace(
          /(\[|\boffset )(\d+[smhd])\b/g,
          (_, before: string, duration: string) => `${before}${shorter(duration, factor)}`,
        ),
        ...(rule.for === undefined ? {} : { for: shorter(rule.for, factor) }),
        labels: { ...rule.labels, factor: String(factor) },
      })),
    })),
  };
}

/** Returns the chart's rules with divided durations as a rule file. */
export const shorterRuleFile = (factor: number): string =>
  stringify(shorterRules(rulesOfChart(), factor));
