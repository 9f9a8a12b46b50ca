import {
  type Context,
  Env,
  type ForeignKey,
  type Table,
  type UniqueIndex,
} from '../storage/catalog.ts';
import { databaseError } from '../storage/errors.ts';
import { LOCK, type LockMode, MustWait, type Tuple } from '../storage/storage.ts';
import { cast, equal, type Row, type Value } from '../storage/values.ts';
import { Firing } from './firing.ts';

/** Computes the generated columns. */
export function completeRow(ctx: Context, table: Table, row: Row): void {
  for (const { name, type, isGenerated, default: value } of table.columns) {
    if (!isGenerated || !value) continue;
    const env = new Env(ctx, null);
    env.rows[0] = row;
    row[name] = cast(value(env), type);
  }
}

/** Checks the constraints of a single row. */
export function checkRow(ctx: Context, table: Table, row: Row): void {
  for (const { name, isNotNull } of table.columns)
    if (isNotNull && row[name] === null)
      throw databaseError('23502', `null value in column "${name}" of relation "${table.name}"`, {
        table: table.name,
        column: name,
      });
  const env = new Env(ctx, null);
  env.rows[0] = row;
  for (const { name, holds } of table.checks)
    if (holds(env) === false)
      throw databaseError('23514', `new row for "${table.name}" violates check "${name}"`, {
        table: table.name,
        constraint: name,
      });
  for (const index of table.uniques)
    if (index.hasEnd && rangesOf(keysOf(ctx, index, row) ?? []).some(({ from, to }) => from > to))
      throw databaseError(
        '22000',
        'range lower bound must be less than or equal to range upper bound',
      );
}

export interface Conflict {
  index: UniqueIndex;
  tuple: Tuple;
  error: Error;
}

/**
 * Returns a row that excludes a new one by an index. Waits for transactions that may write or free
 * it.
 */
export function findConflict(
  ctx: Context,
  table: Table,
  row: Row,
  own: Tuple | null,
): Conflict | null {
  for (const index of table.uniques) {
    const keys = keysOf(ctx, index, row);
    if (keys === null) continue;
    for (const tuple of sharing(table, index, row)) {
      if (tuple === own) continue;
      const { writer } = tuple;
      const newest = (writer ? tuple.drafts.at(-1)?.data : tuple.committed.at(-1)?.data) ?? null;
      const hasNow = newest !== null && areExclusive(index, keys, keysOf(ctx, index, newest));
      if (writer && writer !== ctx.tx) {
        const before = tuple.committed.at(-1)?.data ?? null;
        const hadBefore = before !== null && areExclusive(index, keys, keysOf(ctx, index, before));
        if (hasNow || hadBefore) throw new MustWait(writer);
      } else if (hasNow) {
        const code = index.hasEnd ? '23P01' : '23505';
        const error = databaseError(code, `another row's key violates "${index.name}"`, {
          table: table.name,
          constraint: index.name,
        });
        return { index, tuple, error };
      }
    }
  }
  return null;
}

/** Returns the rows that may have the same key. */
function sharing(table: Table, { columns }: UniqueIndex, row: Row): Iterable<Tuple> {
  let best: ReadonlySet<Tuple> = table.store.tuples;
  for (const column of columns ?? []) {
    const found = table.store.find(column, row[column]);
    if (found.size < best.size) best = found;
  }
  return best;
}

/** Returns null if the index does not contain the row, or a column of its key is NULL. */
function keysOf(ctx: Context, { keys, predicate }: UniqueIndex, row: Row): Value[] | null {
  const env = new Env(ctx, null);
  env.rows[0] = row;
  if (predicate && predicate(env) !== true) return null;
  const values = keys.map((key) => key(env));
  return values.includes(null) ? null : values;
}

/** Returns whether an index permits only one of two keys; null: a row that it does not contain. */
function areExclusive(
  { hasEnd }: UniqueIndex,
  a: readonly Value[],
  b: readonly Value[] | null,
): boolean {
  if (b === null) return false;
  if (!hasEnd) return a.every((value, i) => equal(value, b[i]) === true);
  const others = rangesOf(b);
  return rangesOf(a).every((one, i) => {
    const other = others[i] as (typeof others)[number];
    const reaches = (from: number, to: number) => from < to || (hasEnd[i] === true && from === to);
    return [one, other].every(({ from }) => reaches(from, one.to) && reaches(from, other.to));
  });
}

/** Returns the ranges whose ends are the keys of an exclusion, as numbers. */
const rangesOf = (keys: readonly Value[]): { from: number; to: number }[] =>
  Array.from({ length: keys.length / 2 }, (_, i) => ({
    from: Number(keys[2 * i]),
    to: Number(keys[2 * i + 1]),
  }));

/** Returns the lock of an update: stronger if it changes a key that other tables may name. */
export function lockModeOf(table: Table, old: Row, row: Row): LockMode {
  const isKeyChanged = table.uniques.some(
    ({ columns, isPartial }) =>
      !isPartial &&
      columns?.some(
        (column) => old[column] !== row[column] && equal(old[column], row[column]) !== true,
      ),
  );
  return isKeyChanged ? LOCK.update : LOCK.noKeyUpdate;
}

/** Checks after the statement that the named row exists, and locks it. */
export function queueForeignKeys(ctx: Context, table: Table, row: Row, old: Row | null): void {
  for (const key of table.foreignKeys) {
    const values = key.columns.map((column) => row[column] ?? null);
    if (values.includes(null)) continue;
    if (old && key.columns.every((column, i) => equal(old[column], values[i]) === true)) continue;
    ctx.after.push(() => {
      const parent = ctx.catalog.table(key.parent);
      const [first] = key.parentColumns as [string];
      for (const tuple of parent.store.find(first, values[0])) {
        const isIt = (data: Row | null) =>
          data !== null && key.parentColumns.every((column, i) => equal(data[column], values[i]));
        if (!isIt(tuple.newestFor(ctx.tx))) continue;
        tuple.lock(ctx.tx, LOCK.keyShare);
        return;
      }
      throw databaseError('23503', `"${table.name}" violates foreign key "${key.name}"`, {
        table: table.name,
        constraint: key.name,
      });
    });
  }
}

/** Returns whether a row has these values in these columns. */
const names = (data: Row | null, columns: readonly string[], values: readonly Value[]): boolean =>
  data !== null && columns.every((column, i) => equal(data[column], values[i]) === true);

/** Deletes the rows that name a deleted row, and their own dependents. */
function cascade(ctx: Context, child: Table, key: ForeignKey, values: readonly Value[]): void {
  const firing = new Firing(child, 'delete', null);
  firing.beforeStatement(ctx);
  for (const tuple of [...child.store.find(key.columns[0] as string, values[0])]) {
    if (!names(tuple.newestFor(ctx.tx), key.columns, values)) continue;
    tuple.lock(ctx.tx, LOCK.update);
    const old = tuple.newestFor(ctx.tx) as Row;
    tuple.write({ ...ctx.snapshot, cid: ctx.tx.cid }, null);
    queueReferences(ctx, child, old, null);
    firing.afterRow(ctx, old, null);
  }
}

/** After the statement, checks that no rows name a deleted key, or deletes them. */
export function queueReferences(ctx: Context, parent: Table, old: Row, row: Row | null): void {
  for (const { child, key } of ctx.catalog.referencesTo(parent.name)) {
    const values = key.parentColumns.map((column) => old[column] ?? null);
    if (names(row, key.parentColumns, values)) continue;
    if (row === null && key.cascades) {
      ctx.after.push(() => cascade(ctx, child, key, values));
      continue;
    }
    const areIn = (table: Table, columns: readonly string[]) =>
      [...table.store.find(columns[0] as string, values[0])].some((tuple) =>
        names(tuple.newestFor(ctx.tx), columns, values),
      );
    ctx.after.push(() => {
      if (areIn(parent, key.parentColumns) || !areIn(child, key.columns)) return;
      throw databaseError('23503', `"${parent.name}" is referenced by "${key.name}"`, {
        table: child.name,
        constraint: key.name,
      });
    });
  }
}
