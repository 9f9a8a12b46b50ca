import type { LockingClause, Node, SelectStmt } from 'libpg-query';
import { compileExpr, constant, lastName, nameOf } from '../expressions/expression.ts';
import { type Order, sortKeys } from '../expressions/sort.ts';
import {
  type Aggregate,
  type Context,
  type Cte,
  Env,
  type Expr,
  type Query,
  Scope,
} from '../storage/catalog.ts';
import { LOCK, type LockMode, MustWait } from '../storage/storage.ts';
import { keyOf, type Row, toRow, type Value } from '../storage/values.ts';
import { compileFrom, conjunctsOf } from './from.ts';

/** An output column of a query. */
export interface Output {
  name: string;
  value: Expr;
}

/** Compiles a select list; a star expands to all columns of its source. */
export function compileOutputs(targets: readonly Node[] | undefined, scope: Scope): Output[] {
  return (targets ?? []).flatMap((target): Output[] => {
    if (!('ResTarget' in target)) throw new Error('a list of results is made of ResTarget');
    const { name, val } = target.ResTarget;
    if (val && 'ColumnRef' in val && 'A_Star' in (val.ColumnRef.fields?.at(-1) ?? {})) {
      const of = val.ColumnRef.fields?.length === 2 ? nameOf(val.ColumnRef.fields[0]) : null;
      return scope.items
        .filter(({ alias }) => of === null || alias === of)
        .flatMap(({ alias, columns }) =>
          columns.map((column) => ({ name: column, value: scope.column(alias, column) })),
        );
    }
    return [{ name: name ?? nameFor(val as Node), value: compileExpr(val as Node, scope) }];
  });
}

/** Returns the server's name of an unnamed output column. */
function nameFor(node: Node): string {
  if ('ColumnRef' in node) return lastName(node.ColumnRef.fields);
  if ('FuncCall' in node) return lastName(node.FuncCall.funcname);
  if ('TypeCast' in node && node.TypeCast.arg) {
    const inner = nameFor(node.TypeCast.arg);
    return inner === '?column?' ? lastName(node.TypeCast.typeName?.names) : inner;
  }
  if ('CoalesceExpr' in node) return 'coalesce';
  if ('CaseExpr' in node) return 'case';
  if ('SubLink' in node) {
    const { subLinkType, subselect } = node.SubLink;
    if (subLinkType === 'EXISTS_SUBLINK') return 'exists';
    const [only] =
      subselect && 'SelectStmt' in subselect ? (subselect.SelectStmt.targetList ?? []) : [];
    if (only && 'ResTarget' in only)
      return only.ResTarget.name ?? nameFor(only.ResTarget.val as Node);
  }
  return '?column?';
}

/** Compiles WITH into the scope; returns the CTEs that change rows. */
export function compileCtes(ctes: readonly Node[] | undefined, scope: Scope): Cte[] {
  const writing: Cte[] = [];
  for (const node of ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue;
    const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
    const query = scope.catalog.language.statement(
      ctequery as Node,
      new Scope(scope.catalog, scope),
    );
    const columns = query.columns.map((column, index) => nameOf(aliascolnames?.[index]) || column);
    const cte: Cte = {
      columns,
      writes: !('SelectStmt' in (ctequery as Node)),
      rows(ctx) {
        let rows = ctx.memo.get(cte) as Row[] | undefined;
        if (!rows) {
          rows = query.run(ctx, null).map((values) => toRow(columns, values));
          ctx.memo.set(cte, rows);
        }
        return rows;
      },
    };
    scope.ctes.set(ctename, cte);
    if (cte.writes) writing.push(cte);
  }
  return writing;
}

export function compileSelect(select: SelectStmt, scope: Scope): Query {
  const writing = compileCtes(select.withClause?.ctes, scope);
  const query =
    select.op && select.op !== 'SETOP_NONE'
      ? compileUnion(select, scope)
      : select.valuesLists
        ? compileValues(select.valuesLists, scope)
        : compileSimple(select, scope);
  if (writing.length === 0) return query;
  return { ...query, run: (ctx, up) => withAll(writing, ctx, query.run(ctx, up)) };
}

/** Runs all CTEs that change rows, read or not. */
export function withAll<T>(writing: readonly Cte[], ctx: Context, result: T): T {
  for (const cte of writing) cte.rows(ctx);
  return result;
}

function compileValues(lists: readonly Node[], scope: Scope): Query {
  const rows = lists.map((list) =>
    ('List' in list ? (list.List.items ?? []) : []).map((item) => compileExpr(item, scope)),
  );
  return {
    columns: (rows[0] ?? []).map((_, index) => `column${index + 1}`),
    isCorrelated: scope.isCorrelated,
    run: (ctx, up) => {
      const env = new Env(ctx, up);
      return rows.map((row) => row.map((value) => value(env)));
    },
  };
}

function compileUnion(select: SelectStmt, scope: Scope): Query {
  const [left, right] = [select.larg, select.rarg].map((one) =>
    compileSelect(one as SelectStmt, innerOf(scope)),
  ) as [Query, Query];
  scope.add('', left.columns);
  const order = orderOf(select, scope, left.columns);
  const limit = select.limitCount ? compileExpr(select.limitCount, scope) : null;
  return {
    columns: left.columns,
    isCorrelated: left.isCorrelated || right.isCorrelated,
    run(ctx, up) {
      let rows = [...left.run(ctx, up), ...right.run(ctx, up)];
      if (!select.all) rows = unique(rows);
      if (order)
        rows = order.sorted(rows, (row) => {
          const env = new Env(ctx, up);
          env.rows = [toRow(left.columns, row)];
          return env;
        });
      return limit ? rows.slice(0, Number(limit(new Env(ctx, up)) ?? Infinity)) : rows;
    },
  };
}

/** Creates the scope of a query in the place of `scope`, with the same outer names. */
function innerOf(scope: Scope): Scope {
  const inner = new Scope(scope.catalog, scope.up);
  for (const [name, cte] of scope.ctes) inner.ctes.set(name, cte);
  return inner;
}

const unique = (rows: Value[][]): Value[][] => [
  ...new Map(rows.map((row) => [JSON.stringify(row.map(keyOf)), row])).values(),
];

/**
 * Compiles ORDER BY of names or positions of output columns, or of expressions over the sources.
 */
function orderOf(
  select: SelectStmt,
  scope: Scope,
  names: readonly string[],
  outputs?: readonly Output[],
): Order | null {
  if (!select.sortClause) return null;
  return sortKeys(select.sortClause, (node) => {
    if ('A_Const' in node && outputs)
      return (outputs[Number(constant(node.A_Const)) - 1] as Output).value;
    if ('ColumnRef' in node && node.ColumnRef.fields?.length === 1 && outputs) {
      const index = names.indexOf(nameOf(node.ColumnRef.fields[0]));
      if (index >= 0) return (outputs[index] as Output).value;
    }
    return compileExpr(node, scope);
  });
}

function compileSimple(select: SelectStmt, scope: Scope): Query {
  const from = compileFrom(select.fromClause, scope, conjunctsOf(select.whereClause));
  const where = select.whereClause ? compileExpr(select.whereClause, scope) : null;
  const aggregates: Aggregate[] = [];
  scope.aggregates = aggregates;
  const outputs = compileOutputs(select.targetList, scope);
  const having = select.havingClause ? compileExpr(select.havingClause, scope) : null;
  const columns = outputs.map(({ name }) => name);
  const order = orderOf(select, scope, columns, outputs);
  scope.aggregates = null;
  const groups = select.groupClause?.map((node) => {
    if ('A_Const' in node) return (outputs[Number(constant(node.A_Const)) - 1] as Output).value;
    if ('ColumnRef' in node && node.ColumnRef.fields?.length === 1) {
      const name = nameOf(node.ColumnRef.fields[0]);
      const isOfSource = scope.items.some((item) => item.columns.includes(name));
      const output = outputs.find((one) => one.name === name);
      if (!isOfSource && output) return output.value;
    }
    return compileExpr(node, scope);
  });
  const isGrouped = groups !== undefined || aggregates.length > 0;
  const limit = select.limitCount ? compileExpr(select.limitCount, scope) : null;
  const offset = select.limitOffset ? compileExpr(select.limitOffset, scope) : null;
  const distinct = distinctOf(select, scope, outputs);
  const locking = (select.lockingClause ?? []).map((node) =>
    lockOf('LockingClause' in node ? node.LockingClause : {}, scope),
  );

  return {
    columns,
    isCorrelated: scope.isCorrelated,
    run(ctx, up) {
      const env = new Env(ctx, up);
      const most = limit ? Number(limit(env) ?? Infinity) : Infinity;
      const skipped = offset ? Number(offset(env) ?? 0) : 0;
      const isPlain = !isGrouped && !order && locking.length === 0;
      if (isPlain && !distinct) {
        const out: Value[][] = [];
        let passed = 0;
        if (most > 0)
          from(env, () => {
            if (where && where(env) !== true) return false;
            if (passed++ < skipped) return false;
            out.push(outputs.map(({ value }) => value(env)));
            return out.length >= most;
          });
        return out;
      }
      let found: Env[] = [];
      from(env, () => {
        if (!where || where(env) === true) found.push(env.copy());
        return false;
      });
      if (isGrouped) {
        found = grouped(found, groups, aggregates, env);
        if (having) found = found.filter((one) => having(one) === true);
      }
      if (distinct && isGrouped) found = distinct(found);
      if (order) found = order.sorted(found, (one) => one);
      if (distinct && !isGrouped) found = distinct(found);
      if (locking.length > 0)
        found = locked(found, locking, (one) => !where || where(one) === true, skipped + most);
      return found
        .slice(skipped, skipped + most)
        .map((one) => outputs.map(({ value }) => value(one)));
    },
  };
}

/** Keeps the first of equal rows; for DISTINCT ON in the order of the query. */
function distinctOf(
  select: SelectStmt,
  scope: Scope,
  outputs: readonly Output[],
): ((rows: Env[]) => Env[]) | null {
  if (!select.distinctClause) return null;
  const on = select.distinctClause.filter((node) => Object.keys(node).length > 0);
  const keys =
    on.length > 0 ? on.map((node) => compileExpr(node, scope)) : outputs.map(({ value }) => value);
  return (rows) => {
    const seen = new Set<string>();
    return rows.filter((row) => {
      const key = JSON.stringify(keys.map((one) => keyOf(one(row))));
      return !seen.has(key) && seen.add(key);
    });
  };
}

function grouped(
  rows: readonly Env[],
  keys: readonly Expr[] | undefined,
  aggregates: readonly Aggregate[],
  empty: Env,
): Env[] {
  const groups = new Map<string, Env[]>();
  if (!keys) groups.set('', [...rows]);
  else
    for (const row of rows) {
      const key = JSON.stringify(keys.map((one) => keyOf(one(row))));
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  return [...groups.values()].map((group) => {
    const first = group[0]?.copy() ?? empty.copy();
    if (group.length === 0) first.rows = first.rows.map(() => ({}));
    first.aggregates = aggregates.map(({ compute }) => compute(group));
    return first;
  });
}

interface Locking {
  mode: LockMode;
  policy: string;
  sources: readonly number[];
}

const MODES: Readonly<Record<string, LockMode>> = {
  LCS_FORUPDATE: LOCK.update,
  LCS_FORNOKEYUPDATE: LOCK.noKeyUpdate,
  LCS_FORSHARE: LOCK.share,
  LCS_FORKEYSHARE: LOCK.keyShare,
};

function lockOf({ strength, waitPolicy, lockedRels }: LockingClause, scope: Scope): Locking {
  const named = lockedRels?.map((node) => ('RangeVar' in node ? node.RangeVar.relname : ''));
  return {
    mode: MODES[strength ?? ''] ?? LOCK.update,
    policy: waitPolicy ?? 'LockWaitBlock',
    sources: scope.items.flatMap(({ alias }, index) =>
      !named || named.includes(alias) ? [index] : [],
    ),
  };
}

/**
 * Locks rows in their order until there are enough; checks a row that changed since the statement
 * began again in its current version.
 */
function locked(
  rows: readonly Env[],
  locking: readonly Locking[],
  stillFits: (env: Env) => boolean,
  most: number,
): Env[] {
  const kept: Env[] = [];
  for (const row of rows) {
    if (kept.length >= most) break;
    if (lockRow(row, locking) && stillFits(row)) kept.push(row);
  }
  return kept;
}

function lockRow(env: Env, locking: readonly Locking[]): boolean {
  const { tx } = env.ctx;
  for (const { mode, policy, sources } of locking)
    for (const index of sources) {
      const tuple = env.tuples[index];
      if (!tuple) continue;
      const blocker = tuple.blockerOf(tx, mode);
      if (blocker && policy === 'LockWaitSkip') return false;
      if (blocker) throw new MustWait(blocker);
      tuple.lock(tx, mode);
      const newest = tuple.newestFor(tx);
      if (newest === null) return false;
      env.rows[index] = newest;
    }
  return true;
}
