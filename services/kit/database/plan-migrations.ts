export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Migrations in whose place it came, with the checksums of their files; of a baseline alone. */
  readonly replaces?: Readonly<Record<string, string>>;
}

/** Returns the names of a migration and of those that it replaces. */
export const namesOf = ({ name, replaces = {} }: Migration): string[] => [
  ...Object.keys(replaces),
  name,
];

/** Pending migrations: those to run, and baselines whose tables are there already. */
export interface Plan {
  readonly run: readonly Migration[];
  readonly record: readonly Migration[];
}

/**
 * Decides about pending migrations. A baseline runs in a database that has none of the migrations
 * in whose place it came, and is recorded in one that has all. Throws an Error when there are some.
 */
export function planMigrations(
  applied: ReadonlySet<string>,
  migrations: readonly Migration[],
): Plan {
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const baselines = pending.filter(({ replaces }) => replaces !== undefined);
  const replaced = baselines.flatMap(({ replaces = {} }) => Object.keys(replaces));
  const count = replaced.filter((name) => applied.has(name)).length;
  if (count === 0) return { run: pending, record: [] };
  if (count < replaced.length)
    throw new Error('some migrations of 1.0.0 are missing. Upgrade to 1.0.0 first');
  return { run: pending.filter((one) => !baselines.includes(one)), record: baselines };
}
