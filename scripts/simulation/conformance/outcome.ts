/** The outcome of a statement: rows, or an error of the server. */
export type Outcome = Done | { error: Refusal };

interface Done {
  error?: undefined;
  command: string;
  rowCount: number;
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

interface Refusal {
  code: string;
  constraint?: string | undefined;
  column?: string | undefined;
  message: string;
}

/** Returns the content of a value, with the keys of objects sorted. */
function plain(value: unknown): unknown {
  if (value === Infinity || value === -Infinity) return String(value);
  if (value instanceof Date) return `Date ${value.getTime()}`;
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, one]) => [key, plain(one)]),
    );
  return value;
}

type Texts = readonly string[];
const textsOf = (row: readonly unknown[]): Texts =>
  row.map((value) => JSON.stringify(plain(value)));

/**
 * Returns how two outcomes of a statement differ; null: equal. Unordered rows may come in any
 * order.
 */
export function differenceOf(text: string, simulated: Outcome, real: Outcome): string | null {
  if (simulated.error || real.error) {
    const [a, b] = [simulated, real].map(({ error }) =>
      error ? [error.code, error.constraint ?? null].join(' ') : 'no error',
    );
    return a === b ? null : `${a} instead of ${b} (${(simulated.error ?? real.error)?.message})`;
  }
  if (/^(BEGIN|COMMIT|ROLLBACK)/.test(text))
    return simulated.command === real.command
      ? null
      : `${simulated.command} instead of ${real.command}`;
  if (simulated.rowCount !== real.rowCount)
    return `${simulated.rowCount} rows instead of ${real.rowCount}`;
  if (String(simulated.columns) !== String(real.columns))
    return `columns ${simulated.columns} instead of ${real.columns}`;
  const [a, b] = [simulated, real].map(({ rows }) => rows.map(textsOf)) as [Texts[], Texts[]];
  const isOrdered = /\bORDER BY[^)]*$/i.test(text);
  if (!isOrdered)
    for (const rows of [a, b]) rows.sort((one, two) => (String(one) < String(two) ? -1 : 1));
  for (const [at, row] of a.entries()) {
    const other = b[at] as Texts;
    const column = row.findIndex((value, index) => value !== other[index]);
    if (column >= 0)
      return `${real.columns[column]} of row ${at}: ${row[column]} instead of ${other[column]}`;
  }
  return null;
}
