import { calls } from '@portal/contract/calls';
import type { Observations } from '../metrics/histograms.ts';
import type { ProcessUse } from '../metrics/processes.ts';
import type { Reading } from '../metrics/recording.ts';
import { lineChart, readable, type Series } from './chart.ts';
import { escapeHtml } from './escape-html.ts';
import type { Outcome, PortalFigures } from './outcome.ts';
import { style } from './style.ts';
import type { CallFigures, Stretch } from './timeline.ts';
import { tooShortForMemory } from './verdicts.ts';

type Cell = string | number | undefined;

const shown = (cell: Cell): string => {
  if (cell === undefined || (typeof cell === 'number' && Number.isNaN(cell))) return '–';
  return typeof cell === 'number'
    ? Number.isInteger(cell)
      ? cell.toLocaleString('en-US')
      : readable(cell)
    : escapeHtml(cell);
};

function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  classOf: (index: number) => string = () => '',
): string {
  if (rows.length === 0) return '<p class="soft">None.</p>';
  const body = rows
    .map((row, index) => {
      const cells = row.map((cell) => `<td>${shown(cell)}</td>`).join('');
      return `<tr class="${classOf(index)}">${cells}</tr>`;
    })
    .join('');
  const headers = head.map((one) => `<th scope="col">${escapeHtml(one)}</th>`).join('');
  return (
    `<div class="table"><table><thead><tr>${headers}</tr></thead>` +
    `<tbody>${body}</tbody></table></div>`
  );
}

const section = (title: string, ...contents: readonly string[]): string =>
  `<section><h2>${escapeHtml(title)}</h2>${contents.join('\n')}</section>`;

const note = (text: string): string => `<p class="soft">${escapeHtml(text)}</p>`;

/** The BFF counts its calls by their paths. */
const pathOf = (name: string): string => calls.find((one) => one.name === name)?.call.path ?? name;

/** k6's figures of each call, beside those of the BFF; most calls first. */
function callTable(calls: readonly CallFigures[], own: readonly Observations[]): string {
  const ofPortal = new Map(own.map((one) => [one.label, one]));
  return table(
    ['Call', 'Count', 'p50 ms', 'p95 ms', 'p99 ms', 'Most ms', 'BFF count', 'BFF p50', 'BFF p95'],
    [...calls]
      .sort((one, other) => other.count - one.count)
      .map(({ name, count, p50, p95, p99, most }) => {
        const bff = ofPortal.get(pathOf(name));
        return [name, count, p50, p95, p99, most, bff?.count, bff?.p50, bff?.p95];
      }),
  );
}

const observedTable = (what: string, observed: readonly Observations[], most: number): string =>
  table(
    [what, 'Count', 'p50 ms', 'p95 ms', 'p99 ms', 'Time in all s'],
    observed
      .slice(0, most)
      .map(({ label, count, p50, p95, p99, totalMs }) => [
        label,
        count,
        p50,
        p95,
        p99,
        totalMs / 1000,
      ]),
  );

const processTable = (processes: readonly ProcessUse[]): string =>
  table(
    [
      'Process',
      'CPU s',
      'CPU %',
      'Memory MB: before',
      'most',
      'after',
      'growth an hour',
      'Event loop p99 ms, most',
      'Oldest event s, most',
    ],
    processes.map((one) => [
      one.process,
      one.cpuSeconds,
      one.cpuPercent,
      Math.round(one.memoryBeforeMb),
      Math.round(one.memoryMostMb),
      Math.round(one.memoryAfterMb),
      one.growth && `${one.growth.perHour.toFixed(1)} ± ${one.growth.error.toFixed(1)}`,
      one.lagMostMs,
      one.outboxMostSeconds,
    ]),
  );

/** The calls that took most of the time, as lines. */
function slowest(calls: readonly CallFigures[], overTime: readonly Stretch[]): Series[] {
  return [...calls]
    .sort((one, other) => other.count * other.p50 - one.count * one.p50)
    .slice(0, 6)
    .map(({ name }) => ({
      name,
      points: overTime.flatMap(({ at, p95 }) =>
        p95[name] === undefined ? [] : [[at, p95[name]] as const],
      ),
    }));
}

/** Returns one line a process, of a figure of each reading or of its change since the last one. */
function byProcess(
  readings: readonly Reading[],
  value: (reading: Reading, before: Reading | undefined) => number | undefined,
): Series[] {
  return [...Map.groupBy(readings, ({ process }) => process)]
    .map(([name, own]) => ({
      name,
      points: own.flatMap((reading, index) => {
        const point = value(reading, own[index - 1]);
        return point === undefined ? [] : [[reading.at / 1000, point] as const];
      }),
    }))
    .sort((one, other) => mostOf(other) - mostOf(one));
}
const mostOf = ({ points }: Series): number => Math.max(0, ...points.map(([, value]) => value));

const cpu = (reading: Reading, before: Reading | undefined): number | undefined =>
  before === undefined || reading.cpuSeconds < before.cpuSeconds || reading.at === before.at
    ? undefined
    : (100_000 * (reading.cpuSeconds - before.cpuSeconds)) / (reading.at - before.at);

function portalSections(own: PortalFigures): string[] {
  return [
    section(
      'Processes of the portal',
      note(`Of the whole run, what prepares it included. ${tooShortForMemory}`),
      processTable(own.processes),
    ),
    section('Calls between services', observedTable('RPC', own.rpcs, 20)),
    section('Partners', observedTable('Partner', own.partners, 10)),
  ];
}

function streamSection({ streams }: Outcome): string {
  if (streams === undefined) return '';
  const { wanted, opened, ended, changes, expected, lost, p50Ms, p95Ms, mostMs, refused } = streams;
  return section(
    'Open pages',
    table(
      [
        'Wanted',
        'Opened',
        'Ended early',
        'Changes',
        'To hear',
        'Lost',
        'p50 ms',
        'p95 ms',
        'Most ms',
      ],
      [[wanted, opened, ended, changes, expected, lost, p50Ms, p95Ms, mostMs]],
    ),
    ...Object.entries(refused).map(([why, count]) =>
      note(`Opening a page was refused ${count} times: ${why}.`),
    ),
  );
}

/** The report as one file that needs nothing else. */
export function htmlReport(outcome: Outcome): string {
  const { own, calls, overTime, verdicts } = outcome;
  const missed = verdicts.filter(({ ok }) => !ok).length;
  const figures = typeof own === 'string' ? undefined : own;
  const facts: readonly (readonly [string, string])[] = [
    ['Portal', outcome.portal],
    ['Address', outcome.url],
    ['Began', outcome.at.replace('T', ' ').slice(0, 19).concat(' UTC')],
    ['Pace', `${outcome.rate} a second at the peak, ${outcome.seconds} s`],
    ['Slack', outcome.slack],
    ['Load from', outcome.machine],
  ];
  const charts = [
    lineChart('Calls', 'a second', [
      { name: 'calls', points: overTime.map(({ at, calls: count }) => [at, count]) },
      { name: 'dropped iterations', points: overTime.map(({ at, dropped }) => [at, dropped]) },
    ]),
    lineChart('95th percentile', 'ms', slowest(calls, overTime)),
    ...(figures
      ? [
          lineChart('CPU', '% of a core', byProcess(figures.readings, cpu)),
          lineChart(
            'Memory',
            'MB',
            byProcess(figures.readings, ({ memoryMb }) => memoryMb),
          ),
          lineChart(
            'Event loop lag, p99',
            'ms',
            byProcess(figures.readings, ({ lagMs }) => lagMs),
          ),
          lineChart(
            'Oldest event that is not sent',
            's',
            byProcess(figures.readings, ({ outboxSeconds }) => outboxSeconds),
          ),
        ]
      : []),
  ];
  const verdict = outcome.ok
    ? 'Every limit was kept'
    : missed > 0
      ? `${missed} of ${verdicts.length} limits missed`
      : 'The run failed';
  const factItems = facts.map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Load: ${escapeHtml(outcome.scenario)}</title><style>${style}</style></head>
<body><main>
<h1>${escapeHtml(outcome.scenario)}</h1>
<p class="soft">${escapeHtml(outcome.does)}</p>
<p class="verdict ${outcome.ok ? 'kept' : 'missed'}">${verdict}</p>
<dl class="facts">${factItems.join('')}</dl>
${section(
  'Limits',
  table(
    ['What', 'Limit', 'Measured', ''],
    verdicts.map(({ what, limit, measured, ok }) => [
      what,
      limit,
      measured,
      ok ? 'kept' : 'missed',
    ]),
    (index) => (verdicts[index]?.ok ? '' : 'missed'),
  ),
)}
${streamSection(outcome)}
${section('Over time', `<div class="charts">${charts.join('\n')}</div>`)}
${section(
  'Calls',
  note(
    'By k6 from outside, and by the histogram of the BFF, ' +
      'whose percentiles are as exact as its buckets.',
  ),
  callTable(calls, figures?.calls ?? []),
)}
${section(
  'Refused and failed',
  table(
    ['Call', 'Kind', 'Status', 'Code', 'Count'],
    outcome.refused.map(({ call, kind, status, code, count }) => [call, kind, status, code, count]),
    (index) => (outcome.refused[index]?.kind === 'refused' ? '' : 'missed'),
  ),
)}
${typeof own === 'string' ? section('The portal', note(own)) : portalSections(own).join('\n')}
${section('What k6 printed', `<pre>${escapeHtml(outcome.text)}</pre>`)}
</main></body></html>
`;
}
