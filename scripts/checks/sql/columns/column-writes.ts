import { type InsertStmt, type Node, parsePlPgSQLSync, type SelectStmt } from 'libpg-query';
import type pg from 'pg';
import { parseStatement } from '../postgres/catalog.ts';
import { isKind, nodesOf, textOf } from '../postgres/syntax.ts';

interface TableColumn {
  readonly table: string;
  readonly column: string;
  /** The default as SQL. */
  readonly preset: string | null;
  readonly isFilledByServer: boolean;
}

/** The columns of the tables of a service, in their order, and their defaults. */
export interface Tables {
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Constant defaults, by `table.column`. */
  readonly constants: ReadonlyMap<string, string>;
  /** Columns that get a value of their own in every row: identities, `now()`, generated columns. */
  readonly filled: ReadonlyMap<string, readonly string[]>;
}

export async function readTables(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<TableColumn>(`
    SELECT c.relname AS table, a.attname AS column, pg_get_expr(d.adbin, d.adrelid) AS preset,
      a.attidentity <> '' OR a.attgenerated <> '' AS "isFilledByServer"
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.oid, a.attnum`);
  const constants = new Map<string, string>();
  const filled = new Map<string, string[]>();
  for (const { table, column, preset, isFilledByServer } of rows) {
    const constant = preset === null || isFilledByServer ? undefined : constantIn(preset);
    if (constant !== undefined) constants.set(`${table}.${column}`, constant);
    else if (preset !== null || isFilledByServer)
      filled.set(table, [...(filled.get(table) ?? []), `${table}.${column}`]);
  }
  const columns = Map.groupBy(rows, ({ table }) => table);
  return {
    columns: new Map([...columns].map(([table, list]) => [table, list.map((one) => one.column)])),
    constants,
    filled,
  };
}

/** Returns the columns, as `table.column`, that a statement gives a value. */
export function columnWrites(statement: Node, tables: Tables): string[] {
  return [...nodesOf(statement)].flatMap((node) => {
    if (isKind(node, 'InsertStmt')) return insertWrites(node.InsertStmt, tables);
    if (!isKind(node, 'UpdateStmt')) return [];
    const { relation, targetList } = node.UpdateStmt;
    const own = relation?.alias?.aliasname ?? relation?.relname ?? '';
    return assigned(relation?.relname ?? '', targetList, ['', own], tables);
  });
}

function insertWrites(insert: InsertStmt, tables: Tables): string[] {
  const table = insert.relation?.relname ?? '';
  const names = insert.cols
    ? insert.cols.map((one) => (isKind(one, 'ResTarget') ? (one.ResTarget.name ?? '') : ''))
    : (tables.columns.get(table) ?? []);
  const rows = rowsOf(insert.selectStmt);
  const given = names.filter((name, index) =>
    rows.some((row) => row === 'unknown' || isValue(row[index], `${table}.${name}`, [], tables)),
  );
  const own = ['', insert.relation?.alias?.aliasname ?? table, 'excluded'];
  return [
    ...given.map((name) => `${table}.${name}`),
    ...(tables.filled.get(table) ?? []),
    ...assigned(table, insert.onConflictClause?.targetList, own, tables),
  ];
}

type Row = readonly (Node | undefined)[] | 'unknown';

/** Returns the rows that an INSERT is given; 'unknown' where a `*` hides what is in them. */
function rowsOf(node: Node | undefined): Row[] {
  return node && isKind(node, 'SelectStmt') ? rowsOfSelect(node.SelectStmt) : [];
}

function rowsOfSelect({ larg, rarg, valuesLists, targetList }: SelectStmt): Row[] {
  if (larg && rarg) return [...rowsOfSelect(larg), ...rowsOfSelect(rarg)];
  if (valuesLists)
    return valuesLists.map((list) => (isKind(list, 'List') ? (list.List.items ?? []) : []));
  const row = (targetList ?? []).map((one) =>
    isKind(one, 'ResTarget') ? one.ResTarget.val : undefined,
  );
  const isStar = (one: Node | undefined): boolean => {
    const last = one && isKind(one, 'ColumnRef') ? one.ColumnRef.fields?.at(-1) : undefined;
    return last !== undefined && isKind(last, 'A_Star');
  };
  return [row.some(isStar) ? 'unknown' : row];
}

/** Returns the columns that SET gives a value; `own` are the names of the row itself. */
function assigned(
  table: string,
  targets: readonly Node[] | undefined,
  own: readonly string[],
  tables: Tables,
): string[] {
  return (targets ?? []).flatMap((one) => {
    if (!isKind(one, 'ResTarget')) return [];
    const column = `${table}.${one.ResTarget.name}`;
    return isValue(one.ResTarget.val, column, own, tables) ? [column] : [];
  });
}

/** Returns whether an expression can be something other than NULL, the default or the old value. */
function isValue(
  node: Node | undefined,
  column: string,
  own: readonly string[],
  tables: Tables,
): boolean {
  if (!node || isKind(node, 'SetToDefault')) return false;
  const any = (nodes: readonly (Node | undefined)[] | undefined): boolean =>
    (nodes ?? []).some((one) => isValue(one, column, own, tables));
  if (isKind(node, 'TypeCast')) return any([node.TypeCast.arg]);
  if (isKind(node, 'CoalesceExpr')) return any(node.CoalesceExpr.args);
  if (isKind(node, 'CaseExpr')) {
    const results = (node.CaseExpr.args ?? []).map((when) =>
      isKind(when, 'CaseWhen') ? when.CaseWhen.result : undefined,
    );
    return any([...results, node.CaseExpr.defresult]);
  }
  if (isKind(node, 'MultiAssignRef')) {
    const { source, colno } = node.MultiAssignRef;
    return source && isKind(source, 'RowExpr')
      ? any([source.RowExpr.args?.[(colno ?? 1) - 1]])
      : true;
  }
  if (isKind(node, 'ColumnRef')) {
    const names = (node.ColumnRef.fields ?? []).map(textOf);
    const qualifier = names.length > 1 ? (names[0] ?? '') : '';
    return !(own.includes(qualifier) && column.endsWith(`.${names.at(-1)}`));
  }
  const constant = constantOf(node);
  return (
    constant === undefined || (constant !== 'NULL' && constant !== tables.constants.get(column))
  );
}

/** Returns a constant as text, undefined of any other expression. */
function constantOf(node: Node | undefined): string | undefined {
  if (!node) return undefined;
  if (isKind(node, 'TypeCast')) return constantOf(node.TypeCast.arg);
  if (isKind(node, 'A_ArrayExpr')) return node.A_ArrayExpr.elements?.length ? undefined : '{}';
  if (!isKind(node, 'A_Const')) return undefined;
  const { isnull, sval, ival, fval, boolval } = node.A_Const;
  if (isnull) return 'NULL';
  if (sval) return sval.sval ?? '';
  if (boolval) return String(boolval.boolval ?? false);
  return fval ? fval.fval : String(ival?.ival ?? 0);
}

function constantIn(expression: string): string | undefined {
  const select = parseStatement(`SELECT ${expression}`);
  const [row] = rowsOf(select);
  return row === undefined || row === 'unknown' ? undefined : constantOf(row[0]);
}

/** Returns the columns that the triggers of a database give a value. */
export async function triggerWrites(client: pg.Client, tables: Tables): Promise<string[]> {
  const { rows } = await client.query<{ table: string; definition: string }>(`
    SELECT DISTINCT c.relname AS table, pg_get_functiondef(p.oid) AS definition
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    JOIN pg_language l ON l.oid = p.prolang AND l.lanname = 'plpgsql'
    WHERE NOT t.tgisinternal AND t.tgenabled <> 'D'`);
  return rows.flatMap(({ table, definition }) =>
    [...nodesOf(parsePlPgSQLSync(definition))].flatMap((node) => {
      const text = 'query' in node && typeof node.query === 'string' ? node.query : '';
      const [, name, value] = /^NEW\.(\w+)\s*:?=\s*(.*)$/is.exec(text) ?? [];
      if (name !== undefined) {
        const [row] = rowsOf(parseStatement(`SELECT ${value}`));
        const first = row === 'unknown' ? undefined : row?.[0];
        const column = `${table}.${name}`;
        return isValue(first, column, ['new'], tables) ? [column] : [];
      }
      return /^\s*(?:INSERT|UPDATE|WITH)\b/i.test(text)
        ? columnWrites(parseStatement(text), tables)
        : [];
    }),
  );
}

/** Returns the columns that hold a value in the rows that the migrations inserted. */
export async function migrationWrites(client: pg.Client, tables: Tables): Promise<string[]> {
  const written: string[] = [];
  for (const [table, columns] of tables.columns) {
    const { rows } = await client.query<Record<string, boolean | null>>(
      `SELECT ${columns.map((name) => `bool_or("${name}" IS NOT NULL) AS "${name}"`).join(', ')}
       FROM "${table}"`,
    );
    for (const name of columns) if (rows[0]?.[name]) written.push(`${table}.${name}`);
  }
  return written;
}
