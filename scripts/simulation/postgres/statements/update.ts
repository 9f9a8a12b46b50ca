import type { UpdateStmt } from 'libpg-query';
import { compileExpr } from '../expressions/expression.ts';
import { Env, type Query, type Scope } from '../storage/catalog.ts';
import { LOCK, type Tuple } from '../storage/storage.ts';
import type { Row, Value } from '../storage/values.ts';
import { Firing } from './firing.ts';
import { compileFrom, conjunctsOf } from './from.ts';
import { returning } from './returning.ts';
import { compileCtes, withAll } from './select.ts';
import { claim, targets } from './targets.ts';
import { assigned, assignments, updateRow } from './update-row.ts';

/** Compiles an UPDATE. */
export function compileUpdate(statement: UpdateStmt, scope: Scope): Query {
  const writing = compileCtes(statement.withClause?.ctes, scope);
  const { relation, fromClause, whereClause, targetList } = statement;
  const table = scope.catalog.table(relation?.relname ?? '');
  const from = compileFrom(
    [{ RangeVar: relation ?? {} }, ...(fromClause ?? [])],
    scope,
    conjunctsOf(whereClause),
  );
  const where = whereClause ? compileExpr(whereClause, scope) : null;
  const list = assignments(targetList, table, scope);
  const output = returning(statement.returningClause?.exprs, scope);
  const firing = new Firing(
    table,
    'update',
    list.map(({ column }) => column),
  );
  return {
    columns: output.columns,
    isCorrelated: scope.isCorrelated,
    run(ctx, up) {
      firing.beforeStatement(ctx);
      const results: Value[][] = [];
      for (const env of targets(new Env(ctx, up), from, where)) {
        if (!claim(env, where, LOCK.noKeyUpdate)) continue;
        const old = env.rows[0] as Row;
        const tuple = env.tuples[0] as Tuple;
        const row = updateRow(env, table, tuple, old, assigned(old, list, env), firing);
        if (row === null) continue;
        env.rows[0] = row;
        env.isUpdated = true;
        results.push(output.of(env));
      }
      firing.afterStatement(ctx, []);
      return withAll(writing, ctx, results);
    },
  };
}
