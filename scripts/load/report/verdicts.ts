import type { ProcessUse } from '../metrics/processes.ts';
import { SHORTEST_SOAK_MINUTES } from '../metrics/processes.ts';
import { BOUND_MS, type StreamFigures } from '../streams/hold-streams.ts';
import type { Verdict } from './outcome.ts';

/** k6's summary, as far as limits go. */
export interface Summary {
  readonly metrics: Readonly<
    Record<
      string,
      {
        readonly values: Readonly<Record<string, number>>;
        readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
      }
    >
  >;
}

const short = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 0);

/** The thresholds of the script, those that were missed first. */
export function verdictsOf({ metrics }: Summary): Verdict[] {
  return Object.entries(metrics)
    .flatMap(([metric, { values, thresholds = {} }]) =>
      Object.entries(thresholds).map(([rule, { ok }]) => {
        const [, value = '', limit = ''] = /^([a-z]+(?:\([\d.]+\))?)\s*(.*)$/.exec(rule) ?? [];
        const name = /\{name:(.*)\}/.exec(metric)?.[1];
        const unit = metric.startsWith('http_req_duration') ? ' ms' : '';
        return {
          what: name ? `${name}, ${value}` : `${metric}, ${value}`,
          limit: `${limit}${unit}`,
          measured: values[value] === undefined ? '' : `${short(values[value])}${unit}`,
          ok,
        };
      }),
    )
    .sort((one, other) => Number(one.ok) - Number(other.ok) || one.what.localeCompare(other.what));
}

/** Four times the 95th percentile until a page hears of a change on a quiet machine. */
const HEARD_P95_MS = 1_000;

/** Limits on open pages; `slack` null: only what is right counts. */
export function streamVerdicts(figures: StreamFigures, slack: number | null): Verdict[] {
  const { wanted, opened, ended, expected, lost, changes, changesRefused, p95Ms } = figures;
  const limit = HEARD_P95_MS * (slack ?? 1);
  return [
    {
      what: 'pages that were opened',
      limit: `= ${wanted}`,
      measured: String(opened),
      ok: opened === wanted,
    },
    { what: 'pages that ended early', limit: '= 0', measured: String(ended), ok: ended === 0 },
    { what: 'changes made', limit: '> 0', measured: String(changes), ok: changes > 0 },
    {
      what: 'changes refused',
      limit: '= 0',
      measured: String(changesRefused),
      ok: changesRefused === 0,
    },
    {
      what: `changes that a page did not hear of within ${BOUND_MS / 1000} s`,
      limit: '= 0',
      measured: `${lost} of ${expected}`,
      ok: lost === 0,
    },
    ...(slack === null
      ? []
      : [
          {
            what: 'until a page hears, p(95)',
            limit: `< ${limit} ms`,
            measured: `${short(p95Ms)} ms`,
            ok: p95Ms < limit,
          },
        ]),
  ];
}

/** Judges the growth of memory by process. Too short a run has no verdict. */
export function memoryVerdicts(processes: readonly ProcessUse[], mbPerHour: number): Verdict[] {
  return processes.flatMap(({ process, growth }) =>
    growth === undefined
      ? []
      : [
          {
            what: `memory of ${process}, growth after the warm-up`,
            limit: `<= ${mbPerHour} MB an hour`,
            measured: `${growth.perHour.toFixed(1)} ± ${growth.error.toFixed(1)} MB an hour`,
            ok: growth.perHour <= mbPerHour,
          },
        ],
  );
}

export const tooShortForMemory =
  `Growth of memory is judged from ${SHORTEST_SOAK_MINUTES} minutes ` +
  'after the warm-up (the first quarter) on.';
