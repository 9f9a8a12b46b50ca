import type {
  CommonTableExpr,
  DeleteStmt,
  InsertStmt,
  JoinExpr,
  Node,
  RangeFunction,
  RangeVar,
  SelectStmt,
  UpdateStmt,
} from 'libpg-query';
import type { Catalog, Column } from '../postgres/catalog.ts';
import { canBeNull, type Parameter } from './nullable-expression.ts';
import { provenColumns } from './proven.ts';
import { find, type Scope, type Source, withoutRow } from './scope.ts';

type Ctes = ReadonlyMap<string, readonly Column[]>;

/**
 * Returns which columns of a statement can be null, by the constraints of the tables, the joins,
 * the conditions and the expressions. A column is nullable unless proven otherwise.
 */
export function nullableColumns(
  statement: Node,
  catalog: Catalog,
  parameters: readonly Parameter[],
): readonly Column[] {
  return new Reader(catalog, parameters).columnsOf(statement, new Map(), undefined);
}

const isKind = <K extends string>(node: Node, kind: K): node is Extract<Node, Record<K, unknown>> =>
  kind in node;
const text = (node: Node | undefined): string =>
  node && isKind(node, 'String') ? (node.String.sval ?? '') : '';
const both = (one: readonly Column[], other: readonly Column[]): Column[] =>
  one.map(({ name, nullable }, index) => ({
    name,
    nullable: nullable || (other[index]?.nullable ?? true),
  }));

class Reader {
  private readonly catalog: Catalog;
  private readonly parameters: readonly Parameter[];

  constructor(catalog: Catalog, parameters: readonly Parameter[]) {
    this.catalog = catalog;
    this.parameters = parameters;
  }

  columnsOf(node: Node, ctes: Ctes, outer: Scope | undefined): readonly Column[] {
    if (isKind(node, 'SelectStmt')) return this.ofSelect(node.SelectStmt, ctes, outer);
    if (isKind(node, 'InsertStmt')) return this.ofInsert(node.InsertStmt, ctes, outer);
    if (isKind(node, 'UpdateStmt')) return this.ofUpdate(node.UpdateStmt, ctes, outer);
    if (isKind(node, 'DeleteStmt')) return this.ofDelete(node.DeleteStmt, ctes, outer);
    return [];
  }

  private ofSelect(
    select: SelectStmt,
    outerCtes: Ctes,
    outer: Scope | undefined,
  ): readonly Column[] {
    const ctes = this.withCtes(select.withClause, outerCtes, outer);
    if (select.op && select.op !== 'SETOP_NONE') {
      const left = this.ofSelect(select.larg ?? {}, ctes, outer);
      return both(left, this.ofSelect(select.rarg ?? {}, ctes, outer));
    }
    const scope: Scope = { sources: [], outer, ctes, isGrouped: Boolean(select.groupClause) };
    for (const item of select.fromClause ?? []) scope.sources.push(...this.sourcesOf(item, scope));
    if (select.valuesLists) return this.ofValues(select.valuesLists, scope);
    prove(scope, select.whereClause);
    return this.targets(select.targetList, scope);
  }

  private ofValues(lists: readonly Node[], scope: Scope): readonly Column[] {
    const rows = lists.map((list) =>
      (isKind(list, 'List') ? (list.List.items ?? []) : []).map((value, index) => ({
        name: `column${index + 1}`,
        nullable: this.canBeNull(value, scope),
      })),
    );
    return rows.reduce(both);
  }

  private ofInsert(insert: InsertStmt, outerCtes: Ctes, outer: Scope | undefined) {
    const ctes = this.withCtes(insert.withClause, outerCtes, outer);
    if (insert.selectStmt) this.columnsOf(insert.selectStmt, ctes, outer);
    const scope: Scope = { sources: [this.relation(insert.relation ?? {}, ctes)], outer, ctes };
    return this.targets(insert.returningClause?.exprs, scope);
  }

  private ofUpdate(update: UpdateStmt, outerCtes: Ctes, outer: Scope | undefined) {
    const ctes = this.withCtes(update.withClause, outerCtes, outer);
    const target = this.relation(update.relation ?? {}, ctes);
    const scope: Scope = { sources: [target], outer, ctes };
    for (const item of update.fromClause ?? []) scope.sources.push(...this.sourcesOf(item, scope));
    prove(scope, update.whereClause);
    const set = new Map(
      (update.targetList ?? []).map((node) => {
        const { name, val } = isKind(node, 'ResTarget') ? node.ResTarget : {};
        return [name, val === undefined || this.canBeNull(val, scope)];
      }),
    );
    const needed = new Set(
      this.relation(update.relation ?? {}, ctes)
        .columns.filter(({ nullable }) => !nullable)
        .map(({ name }) => name),
    );
    target.columns = target.columns.map(({ name, nullable }) => ({
      name,
      nullable: needed.has(name) ? false : (set.get(name) ?? nullable),
    }));
    return this.targets(update.returningClause?.exprs, scope);
  }

  private ofDelete(deletion: DeleteStmt, outerCtes: Ctes, outer: Scope | undefined) {
    const ctes = this.withCtes(deletion.withClause, outerCtes, outer);
    const scope: Scope = { sources: [this.relation(deletion.relation ?? {}, ctes)], outer, ctes };
    for (const item of deletion.usingClause ?? [])
      scope.sources.push(...this.sourcesOf(item, scope));
    prove(scope, deletion.whereClause);
    return this.targets(deletion.returningClause?.exprs, scope);
  }

  private withCtes(
    clause: SelectStmt['withClause'],
    outerCtes: Ctes,
    outer: Scope | undefined,
  ): Ctes {
    const ctes = new Map(outerCtes);
    for (const node of clause?.ctes ?? []) {
      if (!isKind(node, 'CommonTableExpr')) continue;
      const { ctename, ctequery, aliascolnames }: CommonTableExpr = node.CommonTableExpr;
      if (!ctename || !ctequery) continue;
      // a recursive one reads from itself the columns of its first part
      const first =
        clause?.recursive && isKind(ctequery, 'SelectStmt') ? ctequery.SelectStmt.larg : undefined;
      if (first) ctes.set(ctename, renamed(this.ofSelect(first, ctes, outer), aliascolnames));
      ctes.set(ctename, renamed(this.columnsOf(ctequery, ctes, outer), aliascolnames));
    }
    return ctes;
  }

  private relation({ relname = '', alias }: RangeVar, ctes: Ctes): Source {
    const view = this.catalog.views.get(relname);
    const columns =
      ctes.get(relname) ??
      (view ? this.columnsOf(view, new Map(), undefined) : this.catalog.tables.get(relname));
    if (!columns) throw new Error(`what is ${relname}?`);
    return source(alias?.aliasname ?? relname, renamed(columns, alias?.colnames));
  }

  private sourcesOf(node: Node, scope: Scope): Source[] {
    if (isKind(node, 'RangeVar')) return [this.relation(node.RangeVar, scope.ctes)];
    if (isKind(node, 'JoinExpr')) return this.joined(node.JoinExpr, scope);
    if (isKind(node, 'RangeFunction')) return [this.ofFunction(node.RangeFunction, scope)];
    if (isKind(node, 'RangeSubselect')) {
      const { alias, subquery, lateral } = node.RangeSubselect;
      const columns = this.columnsOf(
        subquery ?? ({} as Node),
        scope.ctes,
        lateral ? scope : scope.outer,
      );
      return [source(alias?.aliasname ?? '', renamed(columns, alias?.colnames))];
    }
    throw new Error(`no rule for ${Object.keys(node)[0]} in FROM`);
  }

  private joined({ jointype, larg, rarg, quals, usingClause }: JoinExpr, scope: Scope): Source[] {
    const left = this.sourcesOf(larg ?? ({} as Node), scope);
    // a lateral right side sees the left one
    const beside: Scope = { ...scope, sources: [...scope.sources, ...left] };
    const right = this.sourcesOf(rarg ?? ({} as Node), beside);
    const shared = (usingClause ?? []).map(text);
    for (const one of right) one.merged = new Set([...one.merged, ...shared]);
    if (jointype === 'JOIN_INNER') prove({ ...scope, sources: [...left, ...right] }, quals);
    if (jointype === 'JOIN_LEFT') prove({ ...scope, sources: right }, quals);
    if (jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL') left.forEach(withoutRow);
    if (jointype === 'JOIN_LEFT' || jointype === 'JOIN_FULL') right.forEach(withoutRow);
    return [...left, ...right];
  }

  private ofFunction(
    { functions, alias, coldeflist, ordinality }: RangeFunction,
    scope: Scope,
  ): Source {
    const calls = (functions ?? []).flatMap((list) =>
      isKind(list, 'List') ? (list.List.items ?? []).slice(0, 1) : [],
    );
    const given = (coldeflist ?? []).map((node) =>
      isKind(node, 'ColumnDef') ? (node.ColumnDef.colname ?? '') : '',
    );
    const columns = calls.flatMap((call): Column[] => {
      if (given.length > 0) return given.map((name) => ({ name, nullable: true }));
      const name = isKind(call, 'FuncCall') ? text(call.FuncCall.funcname?.at(-1)) : '';
      const own = alias?.aliasname ?? name;
      if (isKind(call, 'FuncCall') && name === 'unnest')
        return (call.FuncCall.args ?? []).map((list) => ({
          name: own,
          nullable: this.canHoldNull(list),
        }));
      if (/^jsonb?_each(_text)?$/.test(name))
        return [
          { name: 'key', nullable: false },
          { name: 'value', nullable: name.endsWith('_text') },
        ];
      return [{ name: own, nullable: this.canBeNull(call, scope) }];
    });
    const ordinal = ordinality ? [{ name: 'ordinality', nullable: false }] : [];
    return source(alias?.aliasname ?? '', renamed([...columns, ...ordinal], alias?.colnames));
  }

  /** Returns whether a list has null elements. Stored arrays have none. */
  private canHoldNull(node: Node): boolean {
    if (isKind(node, 'TypeCast') && node.TypeCast.arg) return this.canHoldNull(node.TypeCast.arg);
    if (isKind(node, 'ParamRef'))
      return this.parameters[(node.ParamRef.number ?? 0) - 1]?.holdsNull ?? true;
    return false;
  }

  private canBeNull(node: Node, scope: Scope): boolean {
    return canBeNull(node, scope, {
      catalog: this.catalog,
      parameters: this.parameters,
      columnsOf: (query, within) => this.columnsOf(query, within.ctes, within),
    });
  }

  private targets(list: readonly Node[] | undefined, scope: Scope): readonly Column[] {
    return (list ?? []).flatMap((node): readonly Column[] => {
      if (!isKind(node, 'ResTarget')) return [];
      const { name, val } = node.ResTarget;
      const fields = val && isKind(val, 'ColumnRef') ? (val.ColumnRef.fields ?? []) : [];
      const last = fields.at(-1);
      if (last && isKind(last, 'A_Star')) {
        const alias = fields.length > 1 ? text(fields[0]) : undefined;
        const read = scope.sources.filter((one) => alias === undefined || one.alias === alias);
        return read.flatMap(({ columns, merged }) =>
          alias === undefined ? columns.filter((column) => !merged.has(column.name)) : columns,
        );
      }
      const own = name ?? nameOf(val);
      return [{ name: own, nullable: val === undefined || this.canBeNull(val, scope) }];
    });
  }
}

const source = (alias: string, columns: readonly Column[]): Source => ({
  alias,
  columns,
  whole: columns,
  isThere: true,
  merged: new Set(),
});

function renamed(columns: readonly Column[], names: readonly Node[] | undefined): Column[] {
  return columns.map((column, index) => ({ ...column, name: text(names?.[index]) || column.name }));
}

/** The name that PostgreSQL gives an expression without one. */
function nameOf(node: Node | undefined): string {
  if (!node) return '';
  if (isKind(node, 'ColumnRef')) return text(node.ColumnRef.fields?.at(-1));
  if (isKind(node, 'FuncCall')) return text(node.FuncCall.funcname?.at(-1));
  if (isKind(node, 'TypeCast')) return nameOf(node.TypeCast.arg);
  return '';
}

/** Records the columns that a condition proves to have a value: other rows are left out. */
function prove(scope: Scope, condition: Node | undefined): void {
  for (const [alias, name] of condition ? provenColumns(condition) : []) {
    const found = find(scope.sources, alias, name);
    for (const one of found) {
      const columns = one.isThere ? one.columns : one.whole;
      one.isThere = true;
      one.columns = columns.map((column) =>
        column.name === name ? { name, nullable: false } : column,
      );
    }
  }
}
