import type { FuncCall, Node, SubLink } from 'libpg-query';
import type { Catalog, Column } from '../postgres/catalog.ts';
import { columnName } from './proven.ts';
import { isNullable, type Scope } from './scope.ts';

/** The possible values of a parameter. */
export interface Parameter {
  readonly nullable: boolean;
  /** Of a list: whether an element can be null. */
  readonly holdsNull: boolean;
}

interface NullFacts {
  readonly catalog: Catalog;
  readonly parameters: readonly Parameter[];
  /** The columns of a query within an expression. */
  readonly columnsOf: (query: Node, scope: Scope) => readonly Column[];
}

const isKind = <K extends string>(node: Node, kind: K): node is Extract<Node, Record<K, unknown>> =>
  kind in node;

/** Strict functions that may return NULL although no argument is NULL. */
const MAY_FAIL =
  /^(array_(length|position|upper|lower|ndims|dims)|jsonb?_(extract_path|extract_path_text|array_element|array_element_text|object_field|object_field_text|path_query_first|array_elements_text)|substring|regexp_match|to_reg.*|pg_.*|current_setting|min|max|txid_status)$/;
/** Functions that never return NULL. */
const ALWAYS =
  /^(count|concat|jsonb?_build_object|jsonb?_build_array|num_nulls|num_nonnulls|array_append|row_number|rank|dense_rank|ntile|version)$/;
/** Non-strict functions that return a value if their first argument is one. */
const BY_FIRST =
  /^(array_remove|array_replace|array_to_string|array_cat|string_to_array|concat_ws|format|jsonb_set)$/;
/** Operators whose key may be missing. */
const LOOKS_UP = new Set(['->', '->>', '#>', '#>>']);

/** Every row of a table has them. */
const SYSTEM_COLUMNS = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid']);

/** Returns whether an expression can be null in a scope; true when in doubt. */
export function canBeNull(node: Node, scope: Scope, facts: NullFacts): boolean {
  const nullable = (one: Node | undefined): boolean =>
    one === undefined || canBeNull(one, scope, facts);
  const any = (nodes: readonly (Node | undefined)[] | undefined): boolean =>
    (nodes ?? []).some(nullable);

  const column = columnName(node);
  if (column)
    return (
      !SYSTEM_COLUMNS.has(column[1]) && (isNullable(scope, ...column) ?? noRow(scope, column[1]))
    );
  if (isKind(node, 'A_Const')) return node.A_Const.isnull ?? false;
  if (isKind(node, 'ParamRef'))
    return facts.parameters[(node.ParamRef.number ?? 0) - 1]?.nullable ?? true;
  if (isKind(node, 'TypeCast')) return nullable(node.TypeCast.arg);
  if (isKind(node, 'CollateClause')) return nullable(node.CollateClause.arg);
  if (isKind(node, 'BoolExpr')) return any(node.BoolExpr.args);
  if (isKind(node, 'A_Expr')) {
    const { kind, name, lexpr, rexpr } = node.A_Expr;
    if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return false;
    if (kind === 'AEXPR_NULLIF') return true;
    const operator = name?.at(-1);
    if (operator && isKind(operator, 'String') && LOOKS_UP.has(operator.String.sval ?? ''))
      return true;
    return (lexpr ? nullable(lexpr) : false) || nullable(rexpr);
  }
  if (isKind(node, 'List')) return any(node.List.items);
  if (isKind(node, 'CoalesceExpr')) return (node.CoalesceExpr.args ?? []).every(nullable);
  if (isKind(node, 'MinMaxExpr')) return (node.MinMaxExpr.args ?? []).every(nullable);
  if (isKind(node, 'CaseExpr')) {
    const results = (node.CaseExpr.args ?? []).map((when) =>
      isKind(when, 'CaseWhen') ? when.CaseWhen.result : undefined,
    );
    return any([...results, node.CaseExpr.defresult]);
  }
  if (isKind(node, 'SubLink')) return subqueryCanBeNull(node.SubLink, scope, facts, nullable);
  if (isKind(node, 'FuncCall')) return callCanBeNull(node.FuncCall, scope, facts, nullable);
  const hasAlwaysValue = [
    'NullTest',
    'BooleanTest',
    'A_ArrayExpr',
    'RowExpr',
    'SQLValueFunction',
    'GroupingFunc',
  ].some((kind) => isKind(node, kind));
  return !hasAlwaysValue;
}

/** Returns whether the row of a source, named by its alias, can be missing. */
function noRow(scope: Scope, alias: string): boolean {
  const source = scope.sources.find((one) => one.alias === alias);
  if (source) return !source.isThere;
  return scope.outer ? noRow(scope.outer, alias) : true;
}

function subqueryCanBeNull(
  { subLinkType, testexpr, subselect }: SubLink,
  scope: Scope,
  facts: NullFacts,
  nullable: (node: Node | undefined) => boolean,
): boolean {
  if (subLinkType === 'EXISTS_SUBLINK' || subLinkType === 'ARRAY_SUBLINK') return false;
  const column = (): boolean =>
    subselect === undefined || (facts.columnsOf(subselect, scope)[0]?.nullable ?? true);
  if (subLinkType === 'ANY_SUBLINK' || subLinkType === 'ALL_SUBLINK')
    return nullable(testexpr) || column();
  const select = subselect && isKind(subselect, 'SelectStmt') ? subselect.SelectStmt : undefined;
  // an aggregate of everything is one row, even of no rows
  const isOneRow =
    select?.targetList?.length === 1 &&
    !select.groupClause &&
    !select.havingClause &&
    !select.limitCount &&
    hasAggregate(select.targetList[0], facts.catalog);
  return !isOneRow || column();
}

/** Returns whether an expression, without queries in it, has an aggregate. */
function hasAggregate(node: unknown, catalog: Catalog): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('SubLink' in node) return false;
  if ('FuncCall' in node) {
    const { funcname, over } = node.FuncCall as FuncCall;
    const name = funcname?.at(-1);
    if (!over && name && isKind(name, 'String'))
      if (catalog.functions.get(name.String.sval ?? '')?.kind === 'a') return true;
  }
  return Object.values(node).some((part) => hasAggregate(part, catalog));
}

function callCanBeNull(
  { funcname, args, over, agg_filter }: FuncCall,
  scope: Scope,
  facts: NullFacts,
  nullable: (node: Node | undefined) => boolean,
): boolean {
  const last = funcname?.at(-1);
  const name = last && isKind(last, 'String') ? (last.String.sval ?? '') : '';
  const kind = facts.catalog.functions.get(name);
  if (ALWAYS.test(name)) return false;
  const isAggregate = kind?.kind === 'a';
  if (isAggregate) {
    const hasRows = Boolean(over) || scope.isGrouped === true;
    return !hasRows || agg_filter !== undefined || (args ?? []).slice(0, 1).some(nullable);
  }
  if (BY_FIRST.test(name)) return (args ?? []).slice(0, 1).some(nullable);
  if (kind?.kind !== 'f' || !kind.strict || MAY_FAIL.test(name)) return true;
  return (args ?? []).some(nullable);
}
