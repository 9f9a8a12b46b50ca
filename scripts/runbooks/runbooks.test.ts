import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';
import { fromRunbook, pageCommands, runbookCommands } from './commands.ts';
import { tableOf } from './report.ts';
import { alertsOfChart, rulesOfChart, shorter, shorterRules } from './site/shorter-rules.ts';
import { trialOf, tried } from './tried.ts';
import { walks } from './walks.ts';

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** Alerts that need a second pod of a service, or a blackbox exporter in front of the ingress. */
const NOT_WALKED = ['PortalPodUnready', 'PortalUnreachable'];

describe('the list of walks', () => {
  test('has each alert of the chart once, except those that need a cluster', () => {
    const walked = walks.flatMap(({ alerts }) => alerts);
    expect([...walked, ...NOT_WALKED].sort()).toEqual(sorted(alertsOfChart()));
  });

  test('states each cause in a sentence', () => {
    for (const { cause } of walks) expect(cause).toMatch(/^\w.{20,110}[^.]$/);
  });
});

describe('a command of a runbook', () => {
  test('or of another page is run by a test or walk, or is marked "(not tried)"', () => {
    const wrong = [...runbookCommands(), ...pageCommands()].filter(
      ({ command, isMarked }) => isMarked === (trialOf(command) !== undefined),
    );
    expect(wrong).toEqual([]);
  });

  test.each(tried)('$command is run by $file', ({ command, file, words }) => {
    const commands = [...runbookCommands(), ...pageCommands()];
    expect(commands.some((one) => trialOf(one.command)?.command === command)).toBe(true);
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(words);
  });

  test('that is marked "(not tried)" needs a cluster', () => {
    for (const { command, isMarked } of [...runbookCommands(), ...pageCommands()])
      if (isMarked)
        expect(command).toMatch(
          /^(docker|kubectl|helm|nats|npm run (bench|manual|agree|reset)|(npm run ops --|ops) (drain|rotate))\b/,
        );
  });

  test('resolves a service as Node does', () => {
    const [, script = ''] =
      /-- (node -e .*)$/.exec(fromRunbook('kubectl exec deployment/', { release: 'localhost' })) ??
      [];
    const out = execFileSync('sh', ['-c', script.replace('localhost-payments', 'localhost')]);
    expect(out.toString()).toMatch(/^null (127\.0\.0\.1|::1) [46]\n$/);
  });

  test('finds errors in the log of a service', () => {
    const [, filter = ''] =
      / \| (grep .*)$/.exec(fromRunbook('kubectl logs -l ', { part: 'bff' })) ?? [];
    const input = '{"level":30,"msg":"serving"}\n[pod/bff] {"level":50,"msg":"unexpected error"}\n';
    expect(execFileSync('sh', ['-c', filter], { input }).toString()).toBe(
      `${input.split('\n')[1]}\n`,
    );
  });
});

describe('rules of walks', () => {
  test.each([
    ['5m', 60, '5000ms'],
    ['1d', 720, '120000ms'],
    ['1m', 60_000_000, '1ms'],
  ])('%s, %d times shorter, is %s', (duration, factor, expected) => {
    expect(shorter(duration, factor)).toBe(expected);
  });

  test('are those of the chart with every duration shorter, and no other change', () => {
    const rules = rulesOfChart().groups.flatMap((group) => group.rules);
    const short = shorterRules(rulesOfChart(), 60).groups.flatMap((group) => group.rules);
    const durations = (rule: (typeof rules)[number]): string =>
      `${rule.expr.match(/\[\w+\]|offset \w+/g)?.join() ?? ''} ${rule.for ?? ''}`;
    const without = ({ record, labels, expr, ...rule }: (typeof rules)[number]): object => ({
      ...rule,
      for: undefined,
      record: record?.replace('_60:', ':'),
      labels: { ...labels, factor: '60' },
      expr: expr.replace(/(\[|offset )\w+/g, '$1').replaceAll('_60:', ':'),
    });
    expect(short.map(without)).toEqual(rules.map(without));
    for (const rule of short) expect(durations(rule)).not.toMatch(/\d[smhd]\b(?<!ms)/);
    expect(short.map(durations).join()).toContain('[5000ms],offset 5000ms 1000ms');
  });
});

test('the report shows when each alert fired and ended, and the errors', () => {
  const one = { cause: 'c', factor: 60, firedAfter: 2.04, healedAfter: 11.5, error: null };
  const failed = { ...one, healedAfter: null, error: 'PortalB goes on firing' };
  expect(
    tableOf([
      { alert: 'PortalA', ...one },
      { alert: 'PortalB', ...failed },
    ]),
  ).toBe(
    `alert    times shorter  fired after  healed after
PortalA             60        2.0 s        11.5 s      ok
PortalB             60        2.0 s             -  FAILED
PortalB: PortalB goes on firing`,
  );
});
