import type { InferClause, InsertStmt, Node } from 'libpg-query';
import { compileExpr } from '../expressions/expression.ts';
import {
  type Context,
  Env,
  type Query,
  Scope,
  type Table,
  type UniqueIndex,
} from '../storage/catalog.ts';
import { databaseError } from '../storage/errors.ts';
import { LOCK, Tuple } from '../storage/storage.ts';
import { cast, type Row, type Value } from '../storage/values.ts';
import { Firing } from './firing.ts';
import { returning } from './returning.ts';
import { checkRow, completeRow, findConflict, queueForeignKeys } from './rows.ts';
import { compileCtes, compileSelect, withAll } from './select.ts';
import { assigned, assignments, updateRow } from './update-row.ts';

/** Compiles an INSERT. */
export function compileInsert(insert: InsertStmt, scope: Scope): Query {
  const writing = compileCtes(insert.withClause?.ctes, scope);
  const { catalog } = scope;
  const table = catalog.table(insert.relation?.relname ?? '');
  const names =
    insert.cols?.map((node) => ('ResTarget' in node ? (node.ResTarget.name ?? '') : '')) ??
    table.columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
  const source = insert.selectStmt ? readSource(insert.selectStmt, scope) : null;
  const firing = new Firing(table, 'insert', null);

  const own = new Scope(catalog, scope);
  const columns = table.columns.map(({ name }) => name);
  own.add(insert.relation?.alias?.aliasname ?? table.name, columns);
  const output = returning(insert.returningClause?.exprs, own);
  own.add('excluded', columns);
  const clause = insert.onConflictClause;
  const arbiters = clause ? arbitersOf(table, clause.infer) : [];
  const updates = clause?.action === 'ONCONFLICT_UPDATE';
  const list = updates ? assignments(clause?.targetList, table, own) : [];
  const where = clause?.whereClause ? compileExpr(clause.whereClause, own) : null;
  const updateFiring = new Firing(
    table,
    'update',
    list.map(({ column }) => column),
  );

  return {
    columns: output.columns,
    isCorrelated: true,
    run(ctx, up) {
      const outer = new Env(ctx, up);
      const rows = source ? source(ctx, outer) : [[]];
      const results: Value[][] = [];
      const added: Row[] = [];
      firing.beforeStatement(ctx);
      for (const values of rows) {
        const env = new Env(ctx, outer);
        const row = firing.beforeRow(ctx, null, newRow(env, table, names, values));
        if (row === null) continue;
        completeRow(ctx, table, row);
        checkRow(ctx, table, row);
        const conflict = findConflict(ctx, table, row, null);
        if (conflict && (!clause || !arbiters.includes(conflict.index))) throw conflict.error;
        if (conflict && !updates) continue;
        if (conflict?.tuple.changedIn(ctx.snapshot))
          throw databaseError('21000', 'ON CONFLICT DO UPDATE cannot affect row a second time');
        if (conflict) {
          conflict.tuple.lock(ctx.tx, LOCK.noKeyUpdate);
          const old = conflict.tuple.newestFor(ctx.tx) as Row;
          env.rows = [old, row];
          env.isUpdated = true;
          if (where && where(env) !== true) continue;
          const next = assigned(old, list, env);
          const written = updateRow(env, table, conflict.tuple, old, next, updateFiring);
          if (written === null) continue;
          env.rows[0] = written;
        } else {
          const tuple = new Tuple(table.store);
          table.store.tuples.add(tuple);
          tuple.lock(ctx.tx, LOCK.update);
          tuple.write(ctx.snapshot, row);
          queueForeignKeys(ctx, table, row, null);
          firing.afterRow(ctx, null, row);
          added.push(row);
          env.rows[0] = row;
        }
        results.push(output.of(env));
      }
      firing.afterStatement(ctx, added);
      return withAll(writing, ctx, results);
    },
  };
}

/** Compiles the rows to insert; DEFAULT in VALUES becomes undefined. */
function readSource(node: Node, scope: Scope): (ctx: Context, env: Env) => Value[][] {
  const select = 'SelectStmt' in node ? node.SelectStmt : {};
  if (select.valuesLists) {
    const rows = select.valuesLists.map((list) =>
      ('List' in list ? (list.List.items ?? []) : []).map((item) =>
        'SetToDefault' in item ? () => undefined : compileExpr(item, scope),
      ),
    );
    return (_, env) => rows.map((row) => row.map((value) => value(env)));
  }
  const inner = new Scope(scope.catalog, scope);
  const query = compileSelect(select, inner);
  return (ctx, env) => query.run(ctx, env);
}

function newRow(env: Env, table: Table, names: readonly string[], values: readonly Value[]): Row {
  const given = new Map(names.map((name, index) => [name, values[index]]));
  const row: Row = {};
  for (const column of table.columns) {
    const value = given.get(column.name);
    if (value !== undefined) row[column.name] = cast(value, column.type);
    else if (column.isIdentity) row[column.name] = env.ctx.sequences.next(table);
    else if (column.default && !column.isGenerated)
      row[column.name] = cast(column.default(env), column.type);
    else row[column.name] = null;
  }
  return row;
}

/** Returns the unique indexes that ON CONFLICT names. */
function arbitersOf(table: Table, infer: InferClause | undefined): readonly UniqueIndex[] {
  if (!infer) return table.uniques;
  if (infer.conname) return table.uniques.filter(({ name }) => name === infer.conname);
  const columns = (infer.indexElems ?? []).map((node) =>
    'IndexElem' in node ? (node.IndexElem.name ?? '') : '',
  );
  return table.uniques.filter(
    (index) =>
      index.columns?.length === columns.length &&
      columns.every((column) => index.columns?.includes(column)) &&
      (!index.isPartial || infer.whereClause !== undefined),
  );
}
