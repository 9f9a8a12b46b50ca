import type { DeleteStmt } from 'libpg-query';
import { compileExpr } from '../expressions/expression.ts';
import { Env, type Query, type Scope } from '../storage/catalog.ts';
import { LOCK, type Tuple } from '../storage/storage.ts';
import type { Row, Value } from '../storage/values.ts';
import { Firing } from './firing.ts';
import { compileFrom, conjunctsOf } from './from.ts';
import { returning } from './returning.ts';
import { queueReferences } from './rows.ts';
import { compileCtes, withAll } from './select.ts';
import { claim, targets } from './targets.ts';

/** Compiles a DELETE. */
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
        queueReferences(ctx, table, old, null);
        firing.afterRow(ctx, old, null);
        results.push(output.of(env));
      }
      return withAll(writing, ctx, results);
    },
  };
}
