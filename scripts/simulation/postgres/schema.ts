import type {
  AlterTableStmt,
  ColumnDef,
  Constraint,
  CreateTrigStmt,
  IndexStmt,
  Node,
  RenameStmt,
} from 'libpg-query';
import { parseSync } from 'libpg-query';
import { compileExpr, lastName, nameOf, typeOf } from './expressions/expression.ts';
import { LANGUAGE } from './language.ts';
import { defineFunction } from './plpgsql.ts';
import { columnRefs } from './statements/from.ts';
import {
  Catalog,
  type Column,
  Env,
  type Expr,
  Scope,
  Table,
  type Trigger,
  type UniqueIndex,
} from './storage/catalog.ts';

/**
 * Builds the database that migrations build, in their order. Their changes of rows are left out.
 */
export function buildCatalog(migrations: readonly string[]): Catalog {
  const catalog = new Catalog(LANGUAGE);
  for (const sql of migrations) {
    const bytes = Buffer.from(sql);
    for (const { stmt, stmt_location = 0, stmt_len } of parseSync(sql).stmts ?? []) {
      const end = stmt_len === undefined ? bytes.length : stmt_location + stmt_len;
      if (stmt) build(stmt, bytes.subarray(stmt_location, end).toString(), catalog);
    }
  }
  return catalog;
}

const LEFT_OUT = new Set([
  'UpdateStmt',
  'DoStmt',
  'LockStmt',
  'InsertStmt',
  'DeleteStmt',
  'TruncateStmt',
]);

function build(node: Node, sql: string, catalog: Catalog): void {
  if ('CreateStmt' in node) {
    const { relation, tableElts } = node.CreateStmt;
    const table = new Table(relation?.relname ?? '');
    catalog.tables.set(table.name, table);
    const later: (() => void)[] = [];
    for (const element of tableElts ?? []) {
      if ('ColumnDef' in element) later.push(...addColumn(table, element.ColumnDef, catalog));
      else if ('Constraint' in element)
        later.push(() => addConstraint(table, element.Constraint, [], catalog));
    }
    for (const work of later) work();
  } else if ('IndexStmt' in node) addIndex(node.IndexStmt, catalog);
  else if ('AlterTableStmt' in node) alterTable(node.AlterTableStmt, catalog);
  else if ('CreateFunctionStmt' in node) defineFunction(node.CreateFunctionStmt, sql, catalog);
  else if ('CreateTrigStmt' in node) addTrigger(node.CreateTrigStmt, catalog);
  else if ('ViewStmt' in node) {
    const { view, query, aliases } = node.ViewStmt;
    if (query && 'SelectStmt' in query)
      catalog.views.set(view?.relname ?? '', {
        query: query.SelectStmt,
        columns: aliases ? aliases.map(nameOf) : null,
      });
  } else if ('DropStmt' in node)
    drop(node.DropStmt.removeType, node.DropStmt.objects ?? [], catalog);
  else if ('RenameStmt' in node) rename(node.RenameStmt, catalog);
  else if (!LEFT_OUT.has(Object.keys(node)[0] as string))
    throw new Error(`a migration does ${Object.keys(node)[0]}, which is not known here`);
}

function rename({ renameType, relation, newname = '' }: RenameStmt, catalog: Catalog): void {
  if (renameType !== 'OBJECT_INDEX') throw new Error(`renaming ${renameType} is not known here`);
  for (const table of catalog.tables.values())
    for (const [at, index] of table.uniques.entries())
      if (index.name === relation?.relname) table.uniques[at] = { ...index, name: newname };
}

function drop(type: string | undefined, objects: readonly Node[], catalog: Catalog): void {
  for (const object of objects) {
    const name = 'List' in object ? lastName(object.List.items) : nameOf(object);
    if (type === 'OBJECT_VIEW') catalog.views.delete(name);
    else if (type === 'OBJECT_TABLE') catalog.tables.delete(name);
    else if (type === 'OBJECT_FUNCTION') catalog.functions.delete(name);
    else if (type === 'OBJECT_INDEX')
      for (const table of catalog.tables.values())
        remove(table.uniques, (one) => one.name === name);
    else if (type === 'OBJECT_TRIGGER')
      for (const table of catalog.tables.values())
        remove(table.triggers, (one) => one.name === name);
  }
}

function remove<T>(list: T[], isIt: (one: T) => boolean): void {
  const index = list.findIndex(isIt);
  if (index >= 0) list.splice(index, 1);
}

/** Adds a column; returns functions that add the constraints which need other columns. */
function addColumn(table: Table, definition: ColumnDef, catalog: Catalog): (() => void)[] {
  const { colname = '', typeName, constraints } = definition;
  const column: Column = {
    name: colname,
    type: typeOf(typeName),
    isNotNull: false,
    isIdentity: false,
    isAlwaysGenerated: false,
    default: null,
    isGenerated: false,
  };
  table.columns.push(column);
  return (constraints ?? []).flatMap((node) =>
    'Constraint' in node ? [() => addConstraint(table, node.Constraint, [column], catalog)] : [],
  );
}

/** Compiles an expression about one row of a table. */
function ofRow(node: Node | undefined, table: Table, catalog: Catalog): Expr {
  const scope = new Scope(catalog, null);
  scope.add(
    table.name,
    table.columns.map(({ name }) => name),
  );
  return compileExpr(node as Node, scope);
}

function addConstraint(
  table: Table,
  constraint: Constraint,
  columns: readonly Column[],
  catalog: Catalog,
): void {
  const named = (constraint.keys ?? constraint.fk_attrs)?.map(nameOf);
  const names = named ?? columns.map(({ name }) => name);
  const name = (suffix: string) => constraint.conname ?? [table.name, ...names, suffix].join('_');
  const [own] = columns;
  switch (constraint.contype) {
    case 'CONSTR_NOTNULL':
      if (own) own.isNotNull = true;
      break;
    case 'CONSTR_DEFAULT':
      if (own) own.default = ofRow(constraint.raw_expr, table, catalog);
      break;
    case 'CONSTR_IDENTITY':
      if (own) {
        const isAlwaysGenerated = constraint.generated_when === 'a';
        Object.assign(own, { isIdentity: true, isNotNull: true, isAlwaysGenerated });
      }
      break;
    case 'CONSTR_GENERATED':
      if (own) {
        own.isGenerated = true;
        own.default = ofRow(constraint.raw_expr, table, catalog);
      }
      break;
    case 'CONSTR_PRIMARY':
      for (const column of names) table.column(column).isNotNull = true;
      addUnique(table, constraint.conname ?? `${table.name}_pkey`, names, catalog);
      break;
    case 'CONSTR_UNIQUE':
      addUnique(table, name('key'), names, catalog);
      break;
    case 'CONSTR_CHECK':
      table.checks.push({
        name: constraint.conname ?? checkName(table, constraint.raw_expr),
        holds: ofRow(constraint.raw_expr, table, catalog),
      });
      // they are checked in the order of their names
      table.checks.sort((a, b) => (a.name < b.name ? -1 : 1));
      break;
    case 'CONSTR_FOREIGN': {
      const parent = constraint.pktable?.relname ?? '';
      const parentColumns = constraint.pk_attrs?.map(nameOf) ?? [
        ...(catalog.table(parent).uniques.find((one) => one.name === `${parent}_pkey`)?.columns ??
          []),
      ];
      for (const column of parentColumns) catalog.table(parent).store.indexColumn(column);
      for (const column of names) table.store.indexColumn(column);
      const cascades = constraint.fk_del_action === 'c';
      if ((!cascades && constraint.fk_del_action !== 'a') || constraint.fk_upd_action !== 'a')
        throw new Error(`an action of ${name('fkey')} is not known here`);
      const columns = names;
      table.foreignKeys.push({ name: name('fkey'), columns, parent, parentColumns, cascades });
      break;
    }
    case 'CONSTR_EXCLUSION':
      table.uniques.push(exclusionOf(name('excl'), constraint, table, catalog));
      break;
    default:
      throw new Error(`a constraint of the kind ${constraint.contype} is not known here`);
  }
}

/** Returns the index of an exclusion whose elements are calls that make ranges. */
function exclusionOf(
  name: string,
  constraint: Constraint,
  table: Table,
  catalog: Catalog,
): UniqueIndex {
  const ranges = (constraint.exclusions ?? []).map((node) => {
    const [element] = 'List' in node ? (node.List.items ?? []) : [];
    const expr = element && 'IndexElem' in element ? element.IndexElem.expr : undefined;
    if (!expr || !('FuncCall' in expr)) throw new Error(`an element of ${name} is not known here`);
    const { args: [from, to, bounds] = [] } = expr.FuncCall;
    const text = bounds && 'A_Const' in bounds ? (bounds.A_Const.sval?.sval ?? '') : '[)';
    return { ends: [ofRow(from, table, catalog), ofRow(to, table, catalog)], text };
  });
  return {
    name,
    columns: null,
    keys: ranges.flatMap(({ ends }) => ends),
    predicate: constraint.where_clause ? ofRow(constraint.where_clause, table, catalog) : null,
    isPartial: true,
    hasEnd: ranges.map(({ text }) => text.endsWith(']')),
  };
}

/** A check is named after its column, or after the table alone if it uses several. */
function checkName(table: Table, expression: Node | undefined): string {
  const [column, ...more] = new Set(columnRefs(expression).map(({ fields }) => lastName(fields)));
  const base = more.length === 0 ? `${table.name}_${column}_check` : `${table.name}_check`;
  for (let number = 0; ; number++) {
    const name = number === 0 ? base : `${base}${number}`;
    if (!table.checks.some((one) => one.name === name)) return name;
  }
}

function addUnique(table: Table, name: string, columns: readonly string[], catalog: Catalog): void {
  for (const column of columns) table.store.indexColumn(column);
  const keys = columns.map((column) =>
    ofRow({ ColumnRef: { fields: [{ String: { sval: column } }] } }, table, catalog),
  );
  table.uniques.push({ name, columns, keys, predicate: null, isPartial: false });
}

function addIndex(index: IndexStmt, catalog: Catalog): void {
  const table = catalog.table(index.relation?.relname ?? '');
  const elements = (index.indexParams ?? []).map((node) =>
    'IndexElem' in node ? node.IndexElem : {},
  );
  for (const { name } of elements) if (name) table.store.indexColumn(name);
  if (!index.unique) return;
  const isPlain = elements.every(({ name }) => name !== undefined);
  table.uniques.push({
    name: index.idxname ?? '',
    columns: isPlain ? elements.map(({ name = '' }) => name) : null,
    keys: elements.map(({ name, expr }) =>
      ofRow(expr ?? { ColumnRef: { fields: [{ String: { sval: name ?? '' } }] } }, table, catalog),
    ),
    predicate: index.whereClause ? ofRow(index.whereClause, table, catalog) : null,
    isPartial: index.whereClause !== undefined,
  });
}

function alterTable({ relation, cmds }: AlterTableStmt, catalog: Catalog): void {
  const table = catalog.table(relation?.relname ?? '');
  for (const node of cmds ?? []) {
    const { subtype, name = '', def } = 'AlterTableCmd' in node ? node.AlterTableCmd : {};
    if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def)
      for (const work of addColumn(table, def.ColumnDef, catalog)) work();
    else if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def)
      addConstraint(table, def.Constraint, [], catalog);
    else if (subtype === 'AT_DropConstraint') {
      remove(table.checks, (one) => one.name === name);
      remove(table.uniques, (one) => one.name === name);
      remove(table.foreignKeys, (one) => one.name === name);
    } else if (subtype === 'AT_DropColumn') remove(table.columns, (one) => one.name === name);
    else if (subtype === 'AT_DropNotNull') table.column(name).isNotNull = false;
    else if (subtype === 'AT_ValidateConstraint') continue;
    else throw new Error(`a migration does ${subtype}, which is not known here`);
  }
}

const EVENTS = { 4: 'insert', 8: 'delete', 16: 'update' } as const;

function addTrigger(trigger: CreateTrigStmt, catalog: Catalog): void {
  const table = catalog.table(trigger.relation?.relname ?? '');
  const columns = table.columns.map(({ name }) => name);
  const scope = new Scope(catalog, null);
  scope.add('new', columns);
  scope.add('old', columns);
  const when = trigger.whenClause ? compileExpr(trigger.whenClause, scope) : null;
  const transition = trigger.transitionRels?.[0];
  const made: Trigger = {
    name: trigger.trigname ?? '',
    isBefore: ((trigger.timing ?? 0) & 2) !== 0,
    isForRow: trigger.row ?? false,
    isDeferred: trigger.initdeferred ?? false,
    events: new Set(
      Object.entries(EVENTS).flatMap(([bit, event]) =>
        ((trigger.events ?? 0) & Number(bit)) !== 0 ? [event] : [],
      ),
    ),
    columns: trigger.columns?.map(nameOf) ?? null,
    when:
      when &&
      ((ctx, change) => {
        const env = new Env(ctx, null);
        env.rows = [change.new ?? {}, change.old ?? {}];
        return when(env) === true;
      }),
    addedAs:
      transition && 'TriggerTransition' in transition
        ? (transition.TriggerTransition.name ?? '')
        : null,
    function: lastName(trigger.funcname),
  };
  table.triggers.push(made);
  table.triggers.sort((a, b) => (a.name < b.name ? -1 : 1));
}
