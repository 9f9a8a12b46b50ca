import type { InsertStmt, Node, UpdateStmt } from 'libpg-query';
import type pg from 'pg';
import { parseStatement } from '../postgres/catalog.ts';
import { describe } from '../postgres/describe.ts';
import { isKind, nodesOf, textOf } from '../postgres/syntax.ts';

/**
 * Returns the columns that each statement reads, as `table.column`. PostgreSQL determines them: it
 * stores each statement as the body of a temporary function and records the columns that it needs.
 */
export async function columnReads(
  client: pg.Client,
  statements: readonly string[],
): Promise<ReadonlySet<string>[]> {
  const types = await client.query<{ oid: number; name: string }>(
    'SELECT oid, format_type(oid, NULL) AS name FROM pg_type',
  );
  const typeOf = new Map(types.rows.map(({ oid, name }) => [oid, name]));
  for (const [index, text] of statements.entries()) {
    const { parameters } = await describe(client, text);
    const list = parameters.map((oid) => typeOf.get(oid) ?? 'text').join(', ');
    await client.query(
      `CREATE FUNCTION pg_temp.reads_${index} (${list}) RETURNS void LANGUAGE sql
       BEGIN ATOMIC ${text}\n; END`,
    );
  }
  const needed = await client.query<{ index: number; columns: string[] }>(`
    WITH view_column AS (
      SELECT r.ev_class, d.refobjid, d.refobjsubid FROM pg_rewrite r
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
        AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.ev_class),
    direct AS (
      SELECT p.oid, p.proname, d.refobjid, d.refobjsubid FROM pg_proc p
      JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
        AND d.refclassid = 'pg_class'::regclass
      WHERE p.pronamespace = pg_my_temp_schema()),
    used AS (
      SELECT proname, refobjid, refobjsubid FROM direct
      UNION SELECT direct.proname, v.refobjid, v.refobjsubid FROM direct
      JOIN view_column v ON v.ev_class = direct.refobjid)
    SELECT substring(proname FROM 7)::int AS index,
      array_agg(DISTINCT c.relname || '.' || a.attname) AS columns
    FROM used JOIN pg_class c ON c.oid = refobjid AND c.relkind IN ('r', 'p')
      AND c.relnamespace = 'public'::regnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = refobjsubid AND a.attnum > 0
    GROUP BY 1`);
  const found = statements.map(() => new Set<string>());
  for (const { index, columns } of needed.rows) {
    const statement = parseStatement(statements[index] ?? '');
    const touched = touchedBy(statement);
    const named = namesIn(statement);
    for (const column of columns) {
      const [table = '', name = ''] = column.split('.');
      const isTouched = touched.has(column) || touched.has(table);
      if (!isTouched || named.has('*') || named.has(name)) found[index]?.add(column);
    }
  }
  return found;
}

/**
 * Returns the `table.column` that a statement assigns, and the tables whose rows it adds with ON
 * CONFLICT: PostgreSQL records that it needs them, although it need not read them.
 */
function touchedBy(statement: Node): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const node of nodesOf(statement)) {
    const { relation, targetList, cols }: InsertStmt & UpdateStmt = isKind(node, 'UpdateStmt')
      ? node.UpdateStmt
      : isKind(node, 'InsertStmt')
        ? node.InsertStmt
        : {};
    for (const one of targetList ?? cols ?? [])
      if (isKind(one, 'ResTarget')) touched.add(`${relation?.relname}.${one.ResTarget.name}`);
    if (isKind(node, 'InsertStmt') && node.InsertStmt.onConflictClause)
      touched.add(relation?.relname ?? '');
  }
  return touched;
}

/** Returns the names of the columns in the expressions of a statement; `*` of RETURNING as well. */
function namesIn(statement: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesOf(statement)) {
    if (isKind(node, 'ColumnRef')) names.add(textOf(node.ColumnRef.fields?.at(-1)));
    const returned = 'exprs' in node ? [...nodesOf(node.exprs)] : [];
    if (returned.some((one) => isKind(one, 'A_Star'))) names.add('*');
  }
  return names;
}
