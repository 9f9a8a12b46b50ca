/** Asks one database. */
export type AskSchema = <Row extends object>(statement: string) => Promise<Row[]>;

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  /** By a default, an identity or an expression. */
  readonly fillsItself: boolean;
}

/** Requirements of a schema for code that writes to it. */
export interface Schema {
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Checks, unique indexes and the like, by `table: definition`. */
  readonly rules: ReadonlySet<string>;
}

/** Reads what holds for the tables of a service, those of the migrations themselves apart. */
export async function schemaOf(ask: AskSchema): Promise<Schema> {
  const columns = await ask<{ name: string; type: string; required: boolean; fills: boolean }>(
    `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
       a.attnotnull AS required, a.atthasdef OR a.attidentity <> '' AS fills
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND c.relname NOT LIKE '\\_prisma%' AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const rules = await ask<{ rule: string }>(
    `SELECT conrelid::regclass || ': ' || pg_get_constraintdef(oid) AS rule FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'x')
     UNION ALL
     SELECT indrelid::regclass || ': ' ||
       regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+', 'INDEX')
     FROM pg_index JOIN pg_class c ON c.oid = indrelid
     WHERE indisunique AND c.relnamespace = 'public'::regnamespace`,
  );
  return {
    columns: new Map(
      columns.map(({ name, type, required, fills }) => [
        name,
        { type, isRequired: required, fillsItself: fills },
      ]),
    ),
    rules: new Set(rules.map(({ rule }) => rule)),
  };
}

const tableOf = (name: string): string => name.split(/[.:]/)[0] ?? '';

/**
 * Returns changes that break code which knows only the schema before: a column with another type, a
 * newly required one, and a new rule on an existing table. Columns that it does not read may be
 * missing: other checks plan its statements.
 */
export function stumblingBlocks(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf));
  const blocks: string[] = [];
  for (const [name, { type, isRequired, fillsItself }] of after.columns) {
    const old = before.columns.get(name);
    if (old && old.type !== type) blocks.push(`${name} was ${old.type} and is ${type}`);
    const mustBeFilled = isRequired && !fillsItself;
    const wasFilled = old?.isRequired && !old.fillsItself;
    if (mustBeFilled && !wasFilled && tables.has(tableOf(name)))
      blocks.push(`${name} must be filled`);
  }
  for (const rule of after.rules)
    if (!before.rules.has(rule) && tables.has(tableOf(rule))) blocks.push(`new rule of ${rule}`);
  return blocks.sort();
}
