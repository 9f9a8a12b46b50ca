import type { Node } from 'libpg-query';
import { compileExpr } from '../expressions/expression.ts';
import type { Env, Expr, Scope, Table } from '../storage/catalog.ts';
import { databaseError } from '../storage/errors.ts';
import type { Tuple } from '../storage/storage.ts';
import { cast, type Row } from '../storage/values.ts';
import type { Firing } from './firing.ts';
import {
  checkRow,
  completeRow,
  findConflict,
  lockModeOf,
  queueForeignKeys,
  queueReferences,
} from './rows.ts';

interface Assignment {
  column: string;
  type: string;
  value: Expr;
}

/** Compiles SET of an UPDATE or of ON CONFLICT. */
export function assignments(
  nodes: readonly Node[] | undefined,
  table: Table,
  scope: Scope,
): Assignment[] {
  return (nodes ?? []).map((node) => {
    const { name = '', val } = 'ResTarget' in node ? node.ResTarget : {};
    const { type, default: byDefault, isAlwaysGenerated } = table.column(name);
    if (isAlwaysGenerated)
      throw databaseError('428C9', `column "${name}" can only be updated to DEFAULT`);
    if (val && 'SetToDefault' in val) {
      return { column: name, type, value: byDefault ?? (() => null) };
    }
    if (val && 'MultiAssignRef' in val) {
      const { source, colno = 1 } = val.MultiAssignRef;
      if (source && 'RowExpr' in source) {
        const one = source.RowExpr.args?.[colno - 1] as Node;
        return { column: name, type, value: compileExpr(one, scope) };
      }
      throw new Error('columns are set to a row of expressions');
    }
    return { column: name, type, value: compileExpr(val as Node, scope) };
  });
}

export const assigned = (row: Row, list: readonly Assignment[], env: Env): Row => {
  const changed = { ...row };
  for (const { column, type, value } of list) changed[column] = cast(value(env), type);
  return changed;
};

/** Writes a new version of a row; returns null if a trigger skips it. */
export function updateRow(
  env: Env,
  table: Table,
  tuple: Tuple,
  old: Row,
  changed: Row,
  firing: Firing,
): Row | null {
  const { ctx } = env;
  const row = firing.beforeRow(ctx, old, changed);
  if (row === null) return null;
  completeRow(ctx, table, row);
  tuple.lock(ctx.tx, lockModeOf(table, old, row));
  checkRow(ctx, table, row);
  const conflict = findConflict(ctx, table, row, tuple);
  if (conflict) throw conflict.error;
  tuple.write(ctx.snapshot, row);
  queueReferences(ctx, table, old, row);
  queueForeignKeys(ctx, table, row, old);
  firing.afterRow(ctx, old, row);
  return row;
}
