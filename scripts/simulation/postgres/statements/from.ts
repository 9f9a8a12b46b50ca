import type { Alias, ColumnRef, JoinExpr, Node, RangeFunction, RangeVar } from 'libpg-query';
import { compileExpr, lastName, nameOf, typeOf } from '../expressions/expression.ts';
import { type Env, type Expr, Scope } from '../storage/catalog.ts';
import type { Tuple } from '../storage/storage.ts';
import { cast, Json, type Row, toRow, type Value } from '../storage/values.ts';

/**
 * Goes through the rows of a source, puts each in its place and calls `emit`; ends when that
 * returns true.
 */
export type Loop = (env: Env, emit: () => boolean) => boolean;

/** Returns the conditions that are joined by AND. */
export function conjunctsOf(node: Node | undefined): Node[] {
  if (!node) return [];
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
    return (node.BoolExpr.args ?? []).flatMap(conjunctsOf);
  return [node];
}

const NOTHING: Row = Object.freeze({});

/** Compiles FROM: the sources in order, each with access to those before it. */
export function compileFrom(
  nodes: readonly Node[] | undefined,
  scope: Scope,
  conditions: readonly Node[],
): Loop {
  const loops = (nodes ?? []).map((node) => compileSource(node, scope, conditions));
  return chain(loops);
}

function chain(loops: readonly Loop[]): Loop {
  const [first, ...rest] = loops;
  if (!first) return (_, emit) => emit();
  if (rest.length === 0) return first;
  const others = chain(rest);
  return (env, emit) => first(env, () => others(env, emit));
}

function compileSource(node: Node, scope: Scope, conditions: readonly Node[]): Loop {
  if ('RangeVar' in node) return rangeVar(node.RangeVar, scope, conditions);
  if ('JoinExpr' in node) return join(node.JoinExpr, scope, conditions);
  if ('RangeFunction' in node) return rangeFunction(node.RangeFunction, scope);
  if ('RangeSubselect' in node) {
    const { subquery, alias } = node.RangeSubselect;
    if (!subquery || !('SelectStmt' in subquery)) throw new Error('a subquery is a SELECT');
    const query = scope.catalog.language.select(
      subquery.SelectStmt,
      new Scope(scope.catalog, scope),
    );
    const columns = renamed(query.columns, alias);
    const index = scope.add(alias?.aliasname ?? '', columns);
    return rowsOf(index, (env) => query.run(env.ctx, env).map((row) => toRow(columns, row)));
  }
  throw new Error(`a source of the kind ${Object.keys(node)[0]} is not known here`);
}

const renamed = (columns: readonly string[], alias: Alias | undefined): string[] =>
  columns.map((column, index) => nameOf(alias?.colnames?.[index]) || column);

function rowsOf(index: number, rows: (env: Env) => readonly Row[]): Loop {
  return (env, emit) => {
    for (const row of rows(env)) {
      env.rows[index] = row;
      env.tuples[index] = null;
      if (emit()) return true;
    }
    return false;
  };
}

function rangeVar(node: RangeVar, scope: Scope, conditions: readonly Node[]): Loop {
  const { relname = '', alias } = node;
  const name = alias?.aliasname ?? relname;
  const cte = scope.cte(relname);
  if (cte) {
    const columns = renamed(cte.columns, alias);
    const index = scope.add(name, columns);
    const isSame = columns.every((column, i) => column === cte.columns[i]);
    return rowsOf(index, ({ ctx }) => {
      const rows = cte.rows(ctx);
      if (isSame) return rows;
      return rows.map((row) =>
        toRow(
          columns,
          cte.columns.map((column) => row[column]),
        ),
      );
    });
  }
  const view = scope.catalog.views.get(relname);
  if (view) {
    const query = scope.catalog.language.select(view.query, new Scope(scope.catalog, null));
    const columns = renamed(view.columns ?? query.columns, alias);
    const index = scope.add(name, columns);
    return rowsOf(index, (env) => query.run(env.ctx, null).map((row) => toRow(columns, row)));
  }
  const table = scope.catalog.table(relname);
  const columns = table.columns.map((column) => column.name);
  const lookups = lookupsOf(name, columns, scope, conditions, (column) =>
    table.store.byColumn.has(column),
  );
  const index = scope.add(name, columns, relname);
  return (env, emit) => {
    const { snapshot } = env.ctx;
    for (const tuple of candidates(env, lookups, table.store)) {
      const row = tuple.seenBy(snapshot);
      if (row === null) continue;
      env.rows[index] = row;
      env.tuples[index] = tuple;
      if (emit()) return true;
    }
    return false;
  };
}

interface Lookup {
  column: string;
  value: Expr;
  isList: boolean;
}

interface Searchable {
  readonly tuples: ReadonlySet<Tuple>;
  find(column: string, value: Value): ReadonlySet<Tuple>;
}

/** Returns the smallest set of candidates that the lookups give. */
function candidates(env: Env, lookups: readonly Lookup[], store: Searchable): Iterable<Tuple> {
  let best: ReadonlySet<Tuple> = store.tuples;
  for (const { column, value, isList } of lookups) {
    const wanted = value(env);
    if (wanted === null) return [];
    if (isList) {
      const list = wanted as Value[];
      if (list.length > 8 || best !== store.tuples) continue;
      const found = new Set<Tuple>();
      for (const one of list)
        if (one !== null) for (const tuple of store.find(column, one)) found.add(tuple);
      best = found;
    } else {
      const found = store.find(column, wanted);
      if (found.size < best.size) best = found;
    }
  }
  return best;
}

/** Returns conditions by which an index finds rows of a source that is being added to `scope`. */
function lookupsOf(
  alias: string,
  columns: readonly string[],
  scope: Scope,
  conditions: readonly Node[],
  isIndexed: (column: string) => boolean,
): Lookup[] {
  const ownColumn = (node: Node | undefined): string | null => {
    if (!node || !('ColumnRef' in node)) return null;
    const { fields = [] } = node.ColumnRef;
    const column = nameOf(fields.at(-1));
    if (!columns.includes(column) || !isIndexed(column)) return null;
    if (fields.length === 2) return nameOf(fields[0]) === alias ? column : null;
    return scope.items.some((item) => item.columns.includes(column)) ? null : column;
  };
  /** Compiles an expression that uses only earlier sources; else null. */
  const known = (node: Node | undefined): Expr | null => {
    if (!node) return null;
    for (const { fields = [] } of columnRefs(node)) {
      const name = nameOf(fields.at(-1));
      const table = fields.length > 1 ? nameOf(fields.at(-2)) : null;
      if (table === alias || (table === null && columns.includes(name))) return null;
      if (!isKnown(scope, table, name)) return null;
    }
    return compileExpr(node, scope);
  };
  return conditions.flatMap((condition): Lookup[] => {
    if (!('A_Expr' in condition)) return [];
    const { kind, name, lexpr, rexpr } = condition.A_Expr;
    if (lastName(name) !== '=') return [];
    const isList = kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN';
    if (!isList && kind !== 'AEXPR_OP') return [];
    const sides: [Node | undefined, Node | undefined][] = isList
      ? [[lexpr, rexpr]]
      : [
          [lexpr, rexpr],
          [rexpr, lexpr],
        ];
    for (const [own, other] of sides) {
      const column = ownColumn(own);
      const value = column === null ? null : known(other);
      if (column !== null && value) return [{ column, value, isList }];
    }
    return [];
  });
}

const isKnown = (scope: Scope | null, table: string | null, name: string): boolean =>
  scope !== null &&
  (scope.items.some(
    ({ alias, columns }) => (table === null || alias === table) && columns.includes(name),
  ) ||
    isKnown(scope.up, table, name));

/** Returns the columns that an expression reads; for a subquery, a column that does not exist. */
export function columnRefs(node: unknown): ColumnRef[] {
  if (Array.isArray(node)) return node.flatMap(columnRefs);
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([kind, inner]) => {
    if (kind === 'ColumnRef') return [inner as ColumnRef];
    if (kind === 'SubLink') return [{ fields: [{ String: { sval: '?' } }] }];
    return columnRefs(inner);
  });
}

function join(node: JoinExpr, scope: Scope, conditions: readonly Node[]): Loop {
  const { jointype, larg, rarg, quals, usingClause } = node;
  if (jointype !== 'JOIN_INNER' && jointype !== 'JOIN_LEFT')
    throw new Error(`a join of the kind ${jointype} is not known here`);
  const isLeft = jointype === 'JOIN_LEFT';
  const left = compileSource(larg as Node, scope, conditions);
  const before = scope.items.length;
  const own = conjunctsOf(quals);
  const right = compileSource(rarg as Node, scope, isLeft ? own : [...conditions, ...own]);
  const on = quals
    ? compileExpr(quals, scope)
    : usingClause
      ? same(usingClause, before, scope)
      : null;
  const places = scope.items.map((_, index) => index).slice(before);
  if (!isLeft)
    return (env, emit) =>
      left(env, () => right(env, () => (on && on(env) !== true ? false : emit())));
  return (env, emit) =>
    left(env, () => {
      let isMatched = false;
      const isEnough = right(env, () => {
        if (on && on(env) !== true) return false;
        isMatched = true;
        return emit();
      });
      if (isEnough || isMatched) return isEnough;
      for (const place of places) {
        env.rows[place] = NOTHING;
        env.tuples[place] = null;
      }
      return emit();
    });
}

function same(using: readonly Node[], before: number, scope: Scope): Expr {
  const pairs = using.map((node) => {
    const column = nameOf(node);
    const [left, right] = scope.items.flatMap((item, index) =>
      item.columns.includes(column) ? [index] : [],
    ) as [number, number];
    return { column, left, right: right >= before ? right : before };
  });
  return (env) =>
    pairs.every(({ column, left, right }) => {
      const value = env.rows[left]?.[column];
      return value !== null && value === env.rows[right]?.[column];
    });
}

/** Compiles a set-returning function: unnest and those for jsonb. */
function rangeFunction(node: RangeFunction, scope: Scope): Loop {
  const { alias, coldeflist, ordinality } = node;
  const [pair] = node.functions ?? [];
  const [call] = pair && 'List' in pair ? (pair.List.items ?? []) : [];
  if (!call || !('FuncCall' in call)) throw new Error('a source that is a function is called');
  const name = lastName(call.FuncCall.funcname);
  const nodes = call.FuncCall.args ?? [];
  const aliasName = alias?.aliasname ?? name;
  if (name.startsWith('jsonb_populate_record')) return populate(nodes, aliasName, scope);
  const args = nodes.map((arg) => compileExpr(arg, scope));
  if (coldeflist) {
    const defined = coldeflist.map((column) => ('ColumnDef' in column ? column.ColumnDef : {}));
    const columns = defined.map(({ colname = '' }) => colname);
    const types = defined.map(({ typeName }) => typeOf(typeName));
    const index = scope.add(aliasName, columns);
    return rowsOf(index, (env) =>
      recordsOf(args[0]?.(env)).map((record) =>
        toRow(
          columns,
          columns.map((column, i) => fromJson(record[column], types[i] as string)),
        ),
      ),
    );
  }
  const own = alias?.colnames?.map(nameOf) ?? [];
  const only = alias?.aliasname ?? (name === 'jsonb_array_elements' ? 'value' : name);
  const width = name === 'generate_series' ? 1 : nodes.length;
  const columns = Array.from(
    { length: width },
    (_, i) => own[i] ?? (i === 0 ? only : `${name}${i}`),
  );
  if (ordinality) columns.push(own[width] ?? 'ordinality');
  const index = scope.add(aliasName, columns);
  return rowsOf(index, (env) => {
    const values = args.map((arg) => arg(env));
    const lists = name === 'generate_series' ? [series(values)] : values.map(listOf);
    const length = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length }, (_, row) =>
      toRow(columns, [...lists.map((list) => list[row] ?? null), row + 1]),
    );
  });
}

/** Returns a row of a table with the values that a jsonb object gives. */
function populate(nodes: readonly Node[], alias: string, scope: Scope): Loop {
  const [base, json] = nodes as [Node, Node];
  const source =
    'ColumnRef' in base ? scope.source(nameOf(base.ColumnRef.fields?.at(-1))) : undefined;
  const named = 'TypeCast' in base ? lastName(base.TypeCast.typeName?.names) : null;
  const table = scope.catalog.table(source?.table ?? named ?? '');
  const value = compileExpr(json, scope);
  const columns = table.columns.map((column) => column.name);
  const index = scope.add(alias, columns);
  return rowsOf(index, (env) => {
    let at = env;
    for (let i = 0; i < (source?.depth ?? 0); i++) at = at.up as Env;
    const start = source ? (at.rows[source.index] as Row) : {};
    return recordsOf(value(env)).map((record) => {
      const row: Row = {};
      for (const { name, type } of table.columns)
        row[name] = name in record ? fromJson(record[name], type) : (start[name] ?? null);
      return row;
    });
  });
}

const recordsOf = (value: Value): Row[] => {
  if (!(value instanceof Json)) return [];
  return (Array.isArray(value.value) ? value.value : [value.value]) as Row[];
};

const listOf = (value: Value): Value[] => {
  if (value === null) return [];
  if (value instanceof Json) return (value.value as unknown[]).map((one) => new Json(one));
  return value as Value[];
};

const series = ([from, to]: Value[]): number[] =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index);

function fromJson(value: unknown, type: string): Value {
  if (value === null || value === undefined) return null;
  if (type === 'jsonb' || type === 'json') return new Json(value);
  return cast(value, type);
}
