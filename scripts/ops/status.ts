/** The status that a service reports, or that it does not answer. */
export interface PartStatus {
  part: string;
  ready: boolean;
  /** Its metrics, in Prometheus' text format; undefined when it does not answer. */
  metrics: string | undefined;
}

/** Columns of the table, by the metrics that they sum up. A process without them shows a dash. */
const COLUMNS = {
  'events waiting': 'portal_outbox_waiting',
  'oldest s': 'portal_outbox_oldest_seconds',
  'processes running': 'portal_processes_running',
  'dead letters': /^portal_dead_(processes|events|mails)$/,
  'refunds late': /^portal_refunds_(refused|overdue)$/,
  'payments unclear': 'portal_payments_unclear',
  'invariants broken': 'portal_invariant_broken',
} as const;

/** The sum of all series of a metric; undefined when there is none. */
export function sumOf(metrics: string, name: string | RegExp): number | undefined {
  const values = metrics
    .split('\n')
    .map((line) => /^([a-z_]+)(?:\{.*\})? (\S+)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, metric = '']) => (typeof name === 'string' ? metric === name : name.test(metric)))
    .map(([, , value]) => Number(value));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** Formats one aligned line per service. */
export function statusTable(parts: readonly PartStatus[]): string {
  const header = ['part', 'ready', ...Object.keys(COLUMNS)];
  const rows = parts.map(({ part, ready, metrics }) => [
    part,
    ready ? 'yes' : 'NO',
    ...Object.values(COLUMNS).map((name) => {
      const value = metrics === undefined ? undefined : sumOf(metrics, name);
      return value === undefined ? '-' : String(Math.round(value));
    }),
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] as string).length)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0
            ? cell.padEnd(widths[column] as number)
            : cell.padStart(widths[column] as number),
        )
        .join('  '),
    )
    .join('\n');
}
