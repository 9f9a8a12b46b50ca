import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';
import { notWalked } from './not-walked.ts';
import { tableOf } from './report.ts';
import { alertsOfChart, rulesOfChart, shorter, shorterRules } from './site/shorter-rules.ts';
import { walks } from './walks.ts';

const text = readFileSync(join(ROOT, 'deploy/runbooks.md'), 'utf8');
/** What a runbook says, by its alert. */
const sections = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string] => [section.split('\n', 1)[0] ?? '', section]),
);
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const walked = walks.flatMap(({ alerts }) => alerts);
const left = notWalked.flatMap(({ steps }) => Object.entries(steps));

describe('the list of walks', () => {
  test('has each alert of the chart once, or says why nobody walks it', () => {
    const whole = left.filter(([, steps]) => steps === 'all').map(([alert]) => alert);
    expect([...walked, ...whole].sort()).toEqual(sorted(alertsOfChart()));
  });

  test('says of each command for a cluster alone why it is not walked, and of no other', () => {
    const forCluster = /`((?:kubectl|helm|ops (?:restart|drain|rotate))\b[^`]*)`/g;
    const said = [...sections].flatMap(([alert, section]) =>
      [...section.matchAll(forCluster)].map(([, command]) => `${alert}: ${command}`),
    );
    const listed = left.flatMap(([alert, steps]) =>
      steps === 'all' ? [] : steps.map((step) => `${alert}: ${step}`),
    );
    expect(sorted(listed)).toEqual(sorted(said));
    for (const { reason } of notWalked) expect(reason.length).toBeGreaterThan(20);
  });

  test('says in a sentence what goes wrong', () => {
    for (const { cause } of walks) expect(cause).toMatch(/^\w.{20,110}[^.]$/);
  });
});

describe('rules that are walked by', () => {
  test.each([
    ['5m', 60, '5000ms'],
    ['1d', 720, '120000ms'],
    ['1m', 60_000_000, '1ms'],
  ])('%s, %d times shorter, is %s', (duration, factor, expected) => {
    expect(shorter(duration, factor)).toBe(expected);
  });

  test('are the chart’s own with every duration shorter, and nothing else changed', () => {
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

test('the report says of each alert when it fired and when it was healed, and what went wrong', () => {
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
