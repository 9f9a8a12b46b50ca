import type { Node } from 'libpg-query';

/** A column by the alias of its source, if one is named, and its name. */
export type ColumnName = readonly [alias: string | undefined, name: string];

const isKind = <K extends string>(node: Node, kind: K): node is Extract<Node, Record<K, unknown>> =>
  kind in node;

/** The two names of a column reference. */
export function columnName(node: Node): ColumnName | undefined {
  if (!isKind(node, 'ColumnRef')) return undefined;
  const names = (node.ColumnRef.fields ?? []).map((field) =>
    isKind(field, 'String') ? (field.String.sval ?? '') : '*',
  );
  const name = names.at(-1);
  return name === undefined ? undefined : [names.at(-2), name];
}

/** Functions that return NULL for NULL, as conditions use them. */
const STRICT = new Set(['lower', 'upper', 'length', 'date', 'abs', 'timezone', 'cardinality']);

/** Returns columns without which an expression is NULL. */
function neededBy(node: Node | undefined): readonly ColumnName[] {
  if (!node) return [];
  const own = columnName(node);
  if (own) return [own];
  if (isKind(node, 'TypeCast')) return neededBy(node.TypeCast.arg);
  if (isKind(node, 'A_Expr') && node.A_Expr.kind === 'AEXPR_OP') {
    const operator = node.A_Expr.name?.at(-1);
    // appending to a list works also for NULL
    if (operator && isKind(operator, 'String') && operator.String.sval === '||') return [];
    return [...neededBy(node.A_Expr.lexpr), ...neededBy(node.A_Expr.rexpr)];
  }
  if (isKind(node, 'FuncCall')) {
    const name = node.FuncCall.funcname?.at(-1);
    const isStrict = name && isKind(name, 'String') && STRICT.has(name.String.sval ?? '');
    return isStrict ? (node.FuncCall.args ?? []).flatMap(neededBy) : [];
  }
  return [];
}

/** Returns columns that have a value in every row for which a condition is true. */
export function provenColumns(node: Node): readonly ColumnName[] {
  if (isKind(node, 'NullTest'))
    return node.NullTest.nulltesttype === 'IS_NOT_NULL' ? neededBy(node.NullTest.arg) : [];
  if (isKind(node, 'BoolExpr')) {
    const args = node.BoolExpr.args ?? [];
    if (node.BoolExpr.boolop === 'AND_EXPR') return args.flatMap(provenColumns);
    if (node.BoolExpr.boolop === 'NOT_EXPR') return args.flatMap((arg) => provenByFalse(arg));
    const [first, ...rest] = args.map(provenColumns);
    return (first ?? []).filter((one) =>
      rest.every((others) => others.some((other) => `${other}` === `${one}`)),
    );
  }
  if (isKind(node, 'SubLink') && node.SubLink.subLinkType === 'ANY_SUBLINK')
    return neededBy(node.SubLink.testexpr);
  if (isKind(node, 'A_Expr')) {
    const { kind, lexpr, rexpr } = node.A_Expr;
    if (kind === 'AEXPR_OP') return [...neededBy(lexpr), ...neededBy(rexpr)];
    const isDistinct = kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT';
    return isDistinct ? [] : neededBy(lexpr);
  }
  return neededBy(node);
}

/** Returns the same for a condition that is false. */
function provenByFalse(node: Node): readonly ColumnName[] {
  if (isKind(node, 'A_Expr') && node.A_Expr.kind === 'AEXPR_OP') return provenColumns(node);
  if (isKind(node, 'NullTest'))
    return node.NullTest.nulltesttype === 'IS_NULL' ? neededBy(node.NullTest.arg) : [];
  return neededBy(node);
}
