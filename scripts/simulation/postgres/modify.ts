import type {
  DeleteStmt,
  InferClause,
  InsertStmt,
  Node,
  TruncateStmt,
  UpdateStmt,
} from 'libpg-query';
import {
  type Catalog,
  type Change,
  type Context,
  Env,
  type Expr,
  type Query,
  Scope,
  type Table,
  type Trigger,
  type UniqueIndex,
} from './catalog.ts';
import { compileExpr } from './expression.ts';
import { compileFrom, conjunctsOf } from './from.ts';
import { checkRow, completeRow, findConflict, lockModeOf, queueForeignKeys } from './rows.ts';
import { compileCtes, compileOutputs, compileSelect, withAll } from './select.ts';
import { LOCK, Tuple } from './storage.ts';
import { cast, type Row, type Value } from './values.ts';

/** Reads a statement that changes rows. */
export function compileModify(node: Node, scope: Scope): Query {
  if ('InsertStmt' in node) return compileInsert(node.InsertStmt, scope);
  if ('UpdateStmt' in node) return compileUpdate(node.UpdateStmt, scope);
  if ('DeleteStmt' in node) return compileDelete(node.DeleteStmt, scope);
  if ('TruncateStmt' in node) return compileTruncate(node.TruncateStmt, scope);
  throw new Error(`a statement of the kind ${Object.keys(node)[0]} is not known here`);
}

function compileTruncate({ relations }: TruncateStmt, scope: Scope): Query {
  const tables = (relations ?? []).map((node) =>
    scope.catalog.table('RangeVar' in node ? (node.RangeVar.relname ?? '') : ''),
  );
  return {
    columns: [],
    isCorrelated: false,
    run({ tx, snapshot }) {
      for (const { store } of tables)
        for (const tuple of [...store.tuples]) {
          tuple.lock(tx, LOCK.update);
          tuple.write(snapshot, null);
        }
      return [];
    },
  };
}

/** What RETURNING gives of the changed rows; one empty list a row where there is none. */
function returning(nodes: readonly Node[] | undefined, scope: Scope) {
  const outputs = compileOutputs(nodes, scope);
  return {
    columns: outputs.map(({ name }) => name),
    of: (env: Env): Value[] => outputs.map(({ value }) => value(env)),
  };
}

type Event = 'insert' | 'update' | 'delete';
const triggersOf = (
  table: Table,
  event: Event,
  changed: readonly string[] | null,
  kind: (trigger: Trigger) => boolean,
): Trigger[] =>
  table.triggers.filter(
    (trigger) =>
      trigger.events.has(event) &&
      kind(trigger) &&
      (event !== 'update' ||
        trigger.columns === null ||
        trigger.columns.some((column) => changed?.includes(column))),
  );

/** The triggers of a statement, at their moments. */
class Firing {
  private readonly table: Table;
  private readonly event: Event;
  private readonly changed: readonly string[] | null;

  constructor(table: Table, event: Event, changed: readonly string[] | null) {
    this.table = table;
    this.event = event;
    this.changed = changed;
  }

  private fire(trigger: Trigger, ctx: Context, change: Change): Row | null {
    if (trigger.when && !trigger.when(ctx, change)) return change.new;
    const procedure = ctx.catalog.functions.get(trigger.function);
    if (!procedure) throw new Error(`function ${trigger.function} does not exist`);
    return procedure.fire(change, trigger.addedAs, ctx);
  }

  private of(kind: (trigger: Trigger) => boolean): Trigger[] {
    return triggersOf(this.table, this.event, this.changed, kind);
  }

  beforeStatement(ctx: Context): void {
    for (const trigger of this.of(({ isBefore, isForRow }) => isBefore && !isForRow))
      this.fire(trigger, ctx, { old: null, new: null, added: [], table: this.table });
  }

  /** The row as it is to be written; null: not at all. */
  beforeRow(ctx: Context, old: Row | null, row: Row): Row | null {
    let current: Row | null = row;
    for (const trigger of this.of(({ isBefore, isForRow }) => isBefore && isForRow)) {
      current = this.fire(trigger, ctx, { old, new: current, added: [], table: this.table });
      if (current === null) return null;
    }
    return current;
  }

  afterRow(ctx: Context, old: Row | null, row: Row | null): void {
    for (const trigger of this.of(({ isBefore, isForRow }) => !isBefore && isForRow)) {
      const change = { old, new: row, added: [], table: this.table };
      if (trigger.isDeferred) ctx.tx.deferred.push(() => void this.fire(trigger, ctx, change));
      else ctx.after.push(() => void this.fire(trigger, ctx, change));
    }
  }

  afterStatement(ctx: Context, added: readonly Row[]): void {
    for (const trigger of this.of(({ isBefore, isForRow }) => !isBefore && !isForRow)) {
      const change = { old: null, new: null, added, table: this.table };
      ctx.after.push(() => void this.fire(trigger, ctx, change));
    }
  }
}

interface Assignment {
  column: string;
  type: string;
  value: Expr;
}

/** SET of an UPDATE or of ON CONFLICT. */
function assignments(nodes: readonly Node[] | undefined, table: Table, scope: Scope): Assignment[] {
  return (nodes ?? []).map((node) => {
    const { name = '', val } = 'ResTarget' in node ? node.ResTarget : {};
    const type = table.typeOf(name);
    if (val && 'SetToDefault' in val) {
      const { default: byDefault } = table.column(name);
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

const assigned = (row: Row, list: readonly Assignment[], env: Env): Row => {
  const changed = { ...row };
  for (const { column, type, value } of list) changed[column] = cast(value(env), type);
  return changed;
};

/** Writes a row that is there already as it is to be; false when a trigger would not have it. */
function update(
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
  queueForeignKeys(ctx, table, row, old);
  firing.afterRow(ctx, old, row);
  return row;
}

function compileInsert(insert: InsertStmt, scope: Scope): Query {
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
        if (conflict) {
          conflict.tuple.lock(ctx.tx, LOCK.noKeyUpdate);
          const old = conflict.tuple.newestFor(ctx.tx) as Row;
          env.rows = [old, row];
          env.isUpdated = true;
          if (where && where(env) !== true) continue;
          const next = assigned(old, list, env);
          const written = update(env, table, conflict.tuple, old, next, updateFiring);
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

/** The rows that are inserted; VALUES may say DEFAULT, which is undefined here. */
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
    else if (column.isIdentity) row[column.name] = ++table.lastId;
    else if (column.default && !column.isGenerated)
      row[column.name] = cast(column.default(env), column.type);
    else row[column.name] = null;
  }
  return row;
}

/** The unique indexes that ON CONFLICT means. */
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

/** Rows that a statement changes, each once, with what was joined to it. */
function targets(env: Env, from: ReturnType<typeof compileFrom>, where: Expr | null): Env[] {
  const found = new Map<Tuple, Env>();
  from(env, () => {
    const tuple = env.tuples[0] as Tuple;
    if (!found.has(tuple) && (!where || where(env) === true)) found.set(tuple, env.copy());
    return false;
  });
  return [...found.values()];
}

/** Takes the row for itself; false when it is gone, or is not meant any more, as it is now. */
function claim(env: Env, where: Expr | null, mode: typeof LOCK.noKeyUpdate | typeof LOCK.update) {
  const tuple = env.tuples[0] as Tuple;
  const { tx, snapshot } = env.ctx;
  if (tuple.changedIn(snapshot)) return false;
  tuple.lock(tx, mode);
  const newest = tuple.newestFor(tx);
  if (newest === null) return false;
  if (newest === env.rows[0]) return true;
  env.rows[0] = newest;
  return !where || where(env) === true;
}

function compileUpdate(statement: UpdateStmt, scope: Scope): Query {
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
        const row = update(env, table, tuple, old, assigned(old, list, env), firing);
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

function compileDelete(statement: DeleteStmt, scope: Scope): Query {
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
