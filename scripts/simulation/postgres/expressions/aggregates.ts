import type { FuncCall, Node } from 'libpg-query';
import type { Env, Scope } from '../storage/catalog.ts';
import { add, compare, Json, keyOf, toJson, type Value } from '../storage/values.ts';
import { sortKeys } from './sort.ts';

/** `between`: the second argument, if any. */
type Fold = (values: readonly Value[], between: Value) => Value;
const some = (values: readonly Value[]): Value[] => values.filter((value) => value !== null);
const best =
  (sign: number): Fold =>
  (values) =>
    some(values).reduce<Value>(
      (found, value) => (found === null || compare(value, found) * sign > 0 ? value : found),
      null,
    );

const FOLDS: Readonly<Record<string, Fold>> = {
  count: (values) => some(values).length,
  sum: (values) =>
    some(values).reduce<Value>((sum, one) => (sum === null ? one : add(sum, one)), null),
  max: best(1),
  min: best(-1),
  bool_or: (values) => (some(values).length === 0 ? null : values.includes(true)),
  bool_and: (values) => (some(values).length === 0 ? null : !values.includes(false)),
  array_agg: (values) => (values.length === 0 ? null : [...values]),
  jsonb_agg: (values) => (values.length === 0 ? null : new Json(values.map(toJson))),
  string_agg: (values, between) =>
    some(values).length === 0 ? null : some(values).join(String(between)),
};

/** The names of the supported aggregates. */
export const aggregateNames: readonly string[] = Object.keys(FOLDS);

export const isAggregate = (name: string): boolean => name in FOLDS;

/** Adds an aggregate to a query; returns the index of its value in the groups. */
export function aggregate(name: string, call: FuncCall, scope: Scope): number {
  const list = scope.aggregates;
  if (list === null) throw new Error(`the aggregate ${name} is not allowed here`);
  scope.aggregates = null; // aggregates cannot be nested
  const arg = call.agg_star ? () => 1 : scope.catalog.language.expr(call.args?.[0] as Node, scope);
  const second = call.args?.[1] ? scope.catalog.language.expr(call.args[1], scope) : null;
  const filter = call.agg_filter ? scope.catalog.language.expr(call.agg_filter, scope) : null;
  const order = call.agg_order
    ? sortKeys(call.agg_order, (node) => scope.catalog.language.expr(node, scope))
    : null;
  scope.aggregates = list;
  const fold = FOLDS[name] as Fold;
  const compute = (rows: readonly Env[]): Value => {
    let used = filter ? rows.filter((row) => filter(row) === true) : rows;
    if (order) used = order.sorted(used, (row) => row);
    let values = used.map(arg);
    if (call.agg_distinct) values = [...new Map(values.map((one) => [keyOf(one), one])).values()];
    return fold(values, (used[0] && second?.(used[0])) ?? null);
  };
  return list.push({ compute }) - 1;
}
