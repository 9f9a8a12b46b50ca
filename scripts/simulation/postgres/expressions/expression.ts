import type { A_Const, A_Expr, ColumnRef, Node, SubLink, TypeName } from 'libpg-query';
import { type Env, type Expr, Scope } from '../storage/catalog.ts';
import { databaseError } from '../storage/errors.ts';
import {
  add,
  cast,
  compare,
  divide,
  equal,
  Interval,
  Json,
  multiply,
  type Row,
  subtract,
  toJson,
  type Value,
} from '../storage/values.ts';
import { aggregate, isAggregate } from './aggregates.ts';
import { callFunction } from './functions.ts';

/** Returns the text of a String node. */
export const nameOf = (node: Node | undefined): string =>
  node && 'String' in node ? (node.String.sval ?? '') : '';

/** Returns the last name of a qualified one. */
export const lastName = (nodes: readonly Node[] | undefined): string => nameOf(nodes?.at(-1));

/** Returns a type by the server's name of it, with `[]` for an array. */
export const typeOf = (type: TypeName | undefined): string =>
  lastName(type?.names) + (type?.arrayBounds && type.arrayBounds.length > 0 ? '[]' : '');

export function constant(value: A_Const): Value {
  if (value.isnull) return null;
  if (value.ival) return value.ival.ival ?? 0;
  if (value.fval) return Number(value.fval.fval);
  if (value.boolval) return value.boolval.boolval ?? false;
  return value.sval?.sval ?? '';
}

const isTrue = (value: Value): boolean => value === true;

/** Compiles an expression into a function of the current rows. */
export function compileExpr(node: Node, scope: Scope): Expr {
  const of = (one: Node | undefined): Expr => compileExpr(one as Node, scope);
  const all = (nodes: readonly Node[] | undefined): Expr[] => (nodes ?? []).map(of);

  if ('A_Const' in node) {
    const value = constant(node.A_Const);
    return () => value;
  }
  if ('ParamRef' in node) {
    const index = (node.ParamRef.number ?? 1) - 1;
    return (env) => env.ctx.params[index] ?? null;
  }
  if ('ColumnRef' in node) return columnRef(node.ColumnRef, scope);
  if ('A_Expr' in node) return operator(node.A_Expr, scope);
  if ('TypeCast' in node) {
    const type = typeOf(node.TypeCast.typeName);
    const arg = of(node.TypeCast.arg);
    if (node.TypeCast.arg && 'A_Const' in node.TypeCast.arg) {
      const value = cast(constant(node.TypeCast.arg.A_Const), type);
      return () => value;
    }
    return (env) => cast(arg(env), type);
  }
  if ('BoolExpr' in node) {
    const args = all(node.BoolExpr.args);
    if (node.BoolExpr.boolop === 'NOT_EXPR') {
      const [arg] = args as [Expr];
      return (env) => {
        const value = arg(env);
        return value === null ? null : !value;
      };
    }
    const isAnd = node.BoolExpr.boolop === 'AND_EXPR';
    return (env) => {
      let isNull = false;
      for (const arg of args) {
        const value = arg(env);
        if (value === null) isNull = true;
        else if (value !== isAnd) return !isAnd;
      }
      return isNull ? null : isAnd;
    };
  }
  if ('NullTest' in node) {
    const arg = of(node.NullTest.arg);
    const isNull = node.NullTest.nulltesttype === 'IS_NULL';
    return (env) => (arg(env) === null) === isNull;
  }
  if ('BooleanTest' in node) {
    const arg = of(node.BooleanTest.arg);
    const kind = node.BooleanTest.booltesttype ?? 'IS_TRUE';
    const wanted = kind.endsWith('UNKNOWN') ? null : kind.endsWith('TRUE');
    return (env) => (arg(env) === wanted) !== kind.startsWith('IS_NOT');
  }
  if ('CoalesceExpr' in node) {
    const nodes = node.CoalesceExpr.args ?? [];
    const type = nodes.map((one) => typeGuess(one, scope)).find((one) => one !== null) ?? null;
    const args = nodes.map((one) => literal(one, type) ?? of(one));
    return (env) => {
      for (const arg of args) {
        const value = arg(env);
        if (value !== null) return value;
      }
      return null;
    };
  }
  if ('MinMaxExpr' in node) {
    const args = all(node.MinMaxExpr.args);
    const sign = node.MinMaxExpr.op === 'IS_GREATEST' ? 1 : -1;
    return (env) => {
      let best: Value = null;
      for (const arg of args) {
        const value = arg(env);
        if (value !== null && (best === null || compare(value, best) * sign > 0)) best = value;
      }
      return best;
    };
  }
  if ('CaseExpr' in node) {
    const subject = node.CaseExpr.arg ? of(node.CaseExpr.arg) : null;
    const whens = (node.CaseExpr.args ?? []).map((one) => {
      const when = 'CaseWhen' in one ? one.CaseWhen : {};
      return [of(when.expr), of(when.result)] as const;
    });
    const otherwise = node.CaseExpr.defresult ? of(node.CaseExpr.defresult) : () => null;
    return (env) => {
      const value = subject?.(env);
      for (const [when, then] of whens)
        if (subject ? equal(value, when(env)) : isTrue(when(env))) return then(env);
      return otherwise(env);
    };
  }
  if ('FuncCall' in node) {
    const name = lastName(node.FuncCall.funcname);
    if (isAggregate(name)) {
      const at = aggregate(name, node.FuncCall, scope);
      return (env) => env.aggregates[at] ?? null;
    }
    return callFunction(name, all(node.FuncCall.args), scope);
  }
  if ('SubLink' in node) return subLink(node.SubLink, scope);
  if ('A_ArrayExpr' in node) {
    const elements = all(node.A_ArrayExpr.elements);
    return (env) => elements.map((one) => one(env));
  }
  if ('RowExpr' in node) {
    const args = all(node.RowExpr.args);
    return (env) => args.map((one) => one(env));
  }
  if ('List' in node) {
    const items = all(node.List.items);
    return (env) => items.map((one) => one(env));
  }
  if ('A_Indirection' in node) {
    const arg = of(node.A_Indirection.arg);
    const [step] = node.A_Indirection.indirection ?? [];
    if (step && 'A_Indices' in step) {
      const index = of(step.A_Indices.uidx);
      return (env) => (arg(env) as Value[] | null)?.[Number(index(env)) - 1] ?? null;
    }
    const field = nameOf(step);
    return (env) => ((arg(env) as Json | null)?.value as Row | undefined)?.[field] ?? null;
  }
  if ('CollateClause' in node) return of(node.CollateClause.arg);
  throw new Error(`an expression of the kind ${Object.keys(node)[0]} is not known here`);
}

/** Compiles a literal as a value of the type of the other operand. */
function literal(node: Node, type: string | null): Expr | null {
  if (type === null || !('A_Const' in node) || !node.A_Const.sval) return null;
  const value = cast(constant(node.A_Const), type);
  return () => value;
}

/** Returns the type of an expression, by which a literal beside it is read. */
function typeGuess(node: Node, scope: Scope): string | null {
  if ('TypeCast' in node) return typeOf(node.TypeCast.typeName);
  if ('FuncCall' in node) {
    const name = lastName(node.FuncCall.funcname);
    return name.startsWith('jsonb_') ? 'jsonb' : name === 'array_agg' ? 'int8[]' : null;
  }
  if ('SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK') {
    const select = node.SubLink.subselect;
    const [target] = select && 'SelectStmt' in select ? (select.SelectStmt.targetList ?? []) : [];
    return target && 'ResTarget' in target ? typeGuess(target.ResTarget.val as Node, scope) : null;
  }
  if ('ColumnRef' in node) {
    const name = lastName(node.ColumnRef.fields);
    const item = scope.items.find(({ columns }) => columns.includes(name));
    const type = item?.table ? scope.catalog.tables.get(item.table)?.typeOf(name) : undefined;
    return type === 'jsonb' || type?.endsWith('[]') ? type : null;
  }
  return null;
}

function columnRef({ fields = [] }: ColumnRef, scope: Scope): Expr {
  const [first, second] = fields;
  if (second === undefined) {
    const name = nameOf(first);
    const row = hasColumn(scope, name) ? undefined : scope.source(name);
    if (!row) return scope.column(null, name);
    return (env) => {
      let at = env;
      for (let i = 0; i < row.depth; i++) at = at.up as Env;
      const values = at.rows[row.index] as Row;
      return new Json(Object.fromEntries(row.columns.map((one) => [one, toJson(values[one])])));
    };
  }
  return scope.column(nameOf(fields.at(-2)), nameOf(fields.at(-1)));
}

const hasColumn = (scope: Scope | null, name: string): boolean =>
  scope !== null &&
  (scope.items.some(({ columns }) => columns.includes(name)) || hasColumn(scope.up, name));

/** Returns whether two values differ; NULL equals NULL. */
function differ(a: Value, b: Value): boolean {
  if (a === null || b === null) return a !== b;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length !== b.length || a.some((one, index) => differ(one, b[index]));
  return compare(a, b) !== 0;
}

type Binary = (a: Value, b: Value) => Value;
const ordered =
  (test: (order: number) => boolean): Binary =>
  (a, b) =>
    a === null || b === null ? null : test(compare(a, b));

const BINARY: Readonly<Record<string, Binary>> = {
  '=': (a, b) =>
    Array.isArray(a) && Array.isArray(b) && (a.includes(null) || b.includes(null))
      ? null
      : equal(a, b),
  '<>': ordered((order) => order !== 0),
  '<': ordered((order) => order < 0),
  '>': ordered((order) => order > 0),
  '<=': ordered((order) => order <= 0),
  '>=': ordered((order) => order >= 0),
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '||': (a, b) => {
    if (a === null || b === null) return null;
    if (a instanceof Json && b instanceof Json) {
      if (Array.isArray(a.value)) return new Json(a.value.concat(b.value));
      return new Json({ ...(a.value as object), ...(b.value as object) });
    }
    if (Array.isArray(a)) return a.concat(b);
    return `${cast(a, 'text')}${cast(b, 'text')}`;
  },
  '->': (a, b) => {
    const found = (a as Json | null)?.value as Row | undefined;
    const value = found?.[String(b)];
    return value === undefined ? null : new Json(value);
  },
  '->>': (a, b) => {
    const value = ((a as Json | null)?.value as Row | undefined)?.[String(b)];
    if (value === undefined || value === null) return null;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  },
  '&&': (a, b) =>
    a === null || b === null
      ? null
      : (a as Value[]).some((one) => (b as Value[]).some((two) => equal(one, two))),
  '@>': (a, b) =>
    a === null || b === null
      ? null
      : (b as Value[]).every((two) => (a as Value[]).some((one) => equal(one, two))),
  '~': (a, b) => (a === null || b === null ? null : new RegExp(String(b)).test(String(a))),
  '~*': (a, b) => (a === null || b === null ? null : new RegExp(String(b), 'i').test(String(a))),
  '!~*': (a, b) => (a === null || b === null ? null : !new RegExp(String(b), 'i').test(String(a))),
  '!~': (a, b) => (a === null || b === null ? null : !new RegExp(String(b)).test(String(a))),
};

/** The names of the supported operators. */
export const operatorNames: readonly string[] = Object.keys(BINARY);

function binary(name: string): Binary {
  const known = BINARY[name];
  if (!known) throw new Error(`the operator ${name} is not known here`);
  return known;
}

/** Returns whether any value is equal; null if that depends on a NULL. */
function anyOf(value: Value, list: readonly Value[], test: Binary): boolean | null {
  let isNull = false;
  for (const one of list) {
    const found = test(value, one);
    if (found === true) return true;
    if (found === null) isNull = true;
  }
  return isNull ? null : false;
}

const not = (value: boolean | null): boolean | null => (value === null ? null : !value);

function operator({ kind, name, lexpr, rexpr }: A_Expr, scope: Scope): Expr {
  const symbol = lastName(name);
  const right = compileExpr(rexpr as Node, scope);
  if (lexpr === undefined) {
    if (symbol !== '-') throw new Error(`the operator ${symbol} is not known here`);
    return (env) => {
      const value = right(env);
      return value instanceof Interval ? new Interval(-value.ms) : subtract(0, value);
    };
  }
  const left = compileExpr(lexpr, scope);
  switch (kind) {
    case 'AEXPR_OP': {
      const work = binary(symbol);
      return (env) => work(left(env), right(env));
    }
    case 'AEXPR_OP_ANY': {
      const work = binary(symbol);
      return (env) => {
        const list = right(env) as Value[] | null;
        return list === null ? null : anyOf(left(env), list, work);
      };
    }
    case 'AEXPR_OP_ALL': {
      const work = binary(symbol);
      return (env) => {
        const list = right(env) as Value[] | null;
        if (list === null) return null;
        return not(anyOf(left(env), list, (a, b) => not(work(a, b) as boolean | null)));
      };
    }
    case 'AEXPR_IN': {
      const isNot = symbol === '<>';
      return (env) => {
        const found = anyOf(left(env), right(env) as Value[], equal);
        return isNot ? not(found) : found;
      };
    }
    case 'AEXPR_DISTINCT':
      return (env) => differ(left(env), right(env));
    case 'AEXPR_NOT_DISTINCT':
      return (env) => !differ(left(env), right(env));
    case 'AEXPR_NULLIF':
      return (env) => {
        const value = left(env);
        return equal(value, right(env)) === true ? null : value;
      };
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
      return (env) => {
        const value = left(env);
        const [low, high] = right(env) as [Value, Value];
        if (value === null || low === null || high === null) return null;
        const isBetween = compare(value, low) >= 0 && compare(value, high) <= 0;
        return isBetween === (kind === 'AEXPR_BETWEEN');
      };
    default:
      throw new Error(`an expression of the kind ${kind} is not known here`);
  }
}

function subLink({ subLinkType, testexpr, operName, subselect }: SubLink, scope: Scope): Expr {
  if (!subselect || !('SelectStmt' in subselect)) throw new Error('a subquery is a SELECT');
  const inner = new Scope(scope.catalog, scope);
  const query = scope.catalog.language.select(subselect.SelectStmt, inner);
  const run = (env: Env): Value[][] => {
    if (query.isCorrelated) return query.run(env.ctx, env);
    let rows = env.ctx.memo.get(query) as Value[][] | undefined;
    if (!rows) {
      rows = query.run(env.ctx, env);
      env.ctx.memo.set(query, rows);
    }
    return rows;
  };
  switch (subLinkType) {
    case 'EXISTS_SUBLINK':
      return (env) => run(env).length > 0;
    case 'EXPR_SUBLINK':
      return (env) => {
        const rows = run(env);
        if (rows.length > 1)
          throw databaseError('21000', 'more than one row returned by a subquery');
        return rows[0]?.[0] ?? null;
      };
    case 'ARRAY_SUBLINK':
      return (env) => run(env).map(([value]) => value);
    case 'ANY_SUBLINK': {
      const value = compileExpr(testexpr as Node, scope);
      const work = binary(operName ? lastName(operName) : '=');
      const isRow = query.columns.length > 1;
      return (env) => anyOf(value(env), isRow ? run(env) : run(env).map(([one]) => one), work);
    }
    default:
      throw new Error(`a subquery of the kind ${subLinkType} is not known here`);
  }
}
