// Every alert fires when it must and is quiet otherwise, by Prometheus' own evaluation. Needs
// promtool, of Debian's package prometheus.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import {
  type AlertCase,
  alertCases,
  type Series,
} from '../../../scripts/checks/charts/alert-cases.ts';
import { chart, root } from '../../../scripts/checks/charts/charts.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

const promtool = findTool('promtool');
const withPromtool = promtool ? describe : describe.skip;
const rules = ['alerts', 'slos'].map((name) => `${chart}/files/${name}.yaml`);

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
const groupsIn = (file: string): { name: string; rules: Rule[] }[] =>
  parse(readFileSync(file, 'utf8')).groups;
/**
 * Keeps the rules in the order of the file: promtool accepts any, but an alert that is evaluated
 * before its inputs fails to see them if the interval is longer than the look-back of Prometheus.
 */
const inOrder = (...files: string[]) => ({
  rule_files: files,
  group_eval_order: files.flatMap(groupsIn).map(({ name }) => name),
});
const alertsIn = (file: string): Rule[] =>
  groupsIn(file)
    .flatMap((group) => group.rules)
    .filter(({ alert }) => alert !== undefined);
const alerts = rules.flatMap(alertsIn);
/** The file of an alert: the other one would only be evaluated in vain. */
const fileOf = (alert: string): string =>
  rules.find((file) => alertsIn(file).some((rule) => rule.alert === alert)) as string;

/**
 * Two of promtool's tests: input that makes the alert fire, once for its own release, and input
 * that does not.
 */
const testsOf = (alert: string, { at, interval = '1m', fires, quiet }: AlertCase) =>
  (
    [
      [fires, 1],
      [quiet, 0],
    ] as const
  ).map(([series, times]: readonly [Series, number]) => ({
    name: `${alert} ${times ? 'fires' : 'is quiet'}`,
    interval,
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: at,
        exp_samples: times ? [{ labels: '{}', value: times }] : [],
      },
    ],
  }));

test('each alert has a case, and names the problem and its severity', () => {
  expect(Object.keys(alertCases).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations.runbook_url).toBe(`docs/operations/runbooks.md#${alert.toLowerCase()}`);
    expect(annotations.summary).toMatch(/[.?]$/);
    expect(labels.severity).toMatch(/^(critical|warning)$/);
  }
});

test('each alert has a heading in the runbooks, with actions', () => {
  const sections = readFileSync(`${root}docs/operations/runbooks.md`, 'utf8')
    .split(/^## /m)
    .slice(1);
  expect(sections.map((section) => section.split('\n', 1)[0]).sort()).toEqual(
    alerts.map(({ alert }) => alert).sort(),
  );
  for (const section of sections) expect(section.length).toBeGreaterThan(80);
});

withPromtool(promtool ? 'by promtool' : missing('promtool'), () => {
  test.each(Object.entries(alertCases))(
    '%s fires when it must, and only then',
    (alert, oneCase) => {
      const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
      try {
        const file = join(folder, 'test.yaml');
        const tests = testsOf(alert, oneCase);
        writeFileSync(
          file,
          stringify({
            ...inOrder(fileOf(alert)),
            evaluation_interval: oneCase.interval ?? '1m',
            tests,
          }),
        );
        const { status, stdout, stderr } = spawnSync(promtool as string, ['test', 'rules', file], {
          encoding: 'utf8',
        });
        expect(`${stdout}${stderr}`).not.toMatch(/FAILED/);
        expect(status).toBe(0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test('in a quiet hour one failure of sixty calls fires no alert at all', () => {
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    try {
      const file = join(folder, 'test.yaml');
      const calls = (status: string) =>
        `portal_call_seconds_count{namespace="jse",release="portal",job="bff",call="/api/getExam",status="${status}"}`;
      const tests = [
        {
          interval: '1m',
          input_series: [
            { series: calls('200'), values: '0+1x130' },
            { series: calls('500'), values: '0x100 1x30' },
          ],
          promql_expr_test: ['101m', '103m', '110m', '120m'].map((at) => ({
            expr: 'count(ALERTS{alertstate="firing"})',
            eval_time: at,
            exp_samples: [],
          })),
        },
      ];
      writeFileSync(file, stringify({ ...inOrder(...rules), evaluation_interval: '1m', tests }));
      const { stdout, stderr } = spawnSync(promtool as string, ['test', 'rules', file], {
        encoding: 'utf8',
      });
      expect(`${stdout}${stderr}`).not.toMatch(/FAILED/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('tells two releases in one Prometheus apart', () => {
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    try {
      const file = join(folder, 'test.yaml');
      const calls = (release: string, status: string) =>
        `portal_call_seconds_count{namespace="jse",release="${release}",job="bff",status="${status}"}`;
      const tests = [
        {
          interval: '1m',
          // the failures of the small one are few among the calls of both
          input_series: [
            { series: calls('trial', '200'), values: '0+10x30' },
            { series: calls('trial', '503'), values: '0+10x30' },
            { series: calls('portal', '200'), values: '0+90000x30' },
          ],
          promql_expr_test: [
            {
              expr: 'count by (release) (ALERTS{alertname="PortalBffErrors",alertstate="firing"})',
              eval_time: '15m',
              exp_samples: [{ labels: '{release="trial"}', value: 1 }],
            },
          ],
        },
      ];
      writeFileSync(file, stringify({ ...inOrder(...rules), evaluation_interval: '1m', tests }));
      const { stdout, stderr } = spawnSync(promtool as string, ['test', 'rules', file], {
        encoding: 'utf8',
      });
      expect(`${stdout}${stderr}`).not.toMatch(/FAILED/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
