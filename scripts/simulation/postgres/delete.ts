import type { DeleteStmt } from 'libpg-query';
import { type Catalog, type Context, Env, type Query, type Scope, type Table } from './catalog.ts';
import { compileExpr } from './expression.ts';
import { Firing } from './firing.ts';
import { compileFrom, conjunctsOf } from './from.ts';
import { returning } from './returning.ts';
import { compileCtes, withAll } from './select.ts';
import { LOCK, type Tuple } from './storage.ts';
import { claim, targets } from './targets.ts';
import type { Row, Value } from './values.ts';

/** Reads a DELETE. */
export function compileDelete(statement: DeleteStmt, scope: Scope): Query {
  const writing = compileCtes(statement.withClause?.ctes, scope);
  const { relation, usingClause, whereClause } = statement;
  const table = scope.catalog.table(relation?.relname ?? '');
  const from = compileFrom(
    [{ RangeVar: relation ?? {} }, ...(usingClause ?? [])],
    scope,
    conjunctsOf(whereClause),
  );
  const where = whereClause ? compileExpr(whereClause, scope) : null;
  const output = returning(statement.returningClause?.exprs, scope);
  const firing = new Firing(table, 'delete', null);
  return {
    columns: output.columns,
    isCorrelated: scope.isCorrelated,
    run(ctx, up) {
      firing.beforeStatement(ctx);
      const results: Value[][] = [];
      for (const env of targets(new Env(ctx, up), from, where)) {
        if (!claim(env, where, LOCK.update)) continue;
        const old = env.rows[0] as Row;
        (env.tuples[0] as Tuple).write(ctx.snapshot, null);
        ctx.after.push(() => checkChildren(ctx, table, old));
        firing.afterRow(ctx, old, null);
        results.push(output.of(env));
      }
      return withAll(writing, ctx, results);
    },
  };
}

/** Nothing may be left that names a row which is gone. */
function checkChildren(ctx: Context, parent: Table, row: Row): void {
  for (const child of childrenOf(ctx.catalog, parent))
    for (const key of child.foreignKeys) {
      if (key.parent !== parent.name) continue;
      for (const tuple of [...child.store.tuples]) {
        const data = tuple.newestFor(ctx.tx);
        const isChild =
          data !== null &&
          key.columns.every((column, i) => {
            const value = data[column];
            return value !== null && value === row[key.parentColumns[i] as string];
          });
        if (isChild) throw new Error(`${parent.name} is still referenced by ${key.name}`);
      }
    }
}

const childrenOf = (catalog: Catalog, parent: Table): Table[] =>
  [...catalog.tables.values()].filter((table) =>
    table.foreignKeys.some((key) => key.parent === parent.name),
  );
