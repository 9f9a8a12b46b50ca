import type { Node } from 'libpg-query';
import type { Env, Expr } from '../storage/catalog.ts';
import { compare, type Value } from '../storage/values.ts';

interface Key {
  value: Expr;
  isDescending: boolean;
  nullsFirst: boolean;
}

export interface Order {
  sorted<T>(list: readonly T[], envOf: (one: T) => Env): T[];
}

/** Compiles an ORDER BY. */
export function sortKeys(nodes: readonly Node[], read: (node: Node) => Expr): Order {
  const keys = nodes.map((node): Key => {
    if (!('SortBy' in node)) throw new Error('an order is made of SortBy');
    const { sortby_dir, sortby_nulls } = node.SortBy;
    const isDescending = sortby_dir === 'SORTBY_DESC';
    return {
      value: read(node.SortBy.node as Node),
      isDescending,
      nullsFirst:
        sortby_nulls === 'SORTBY_NULLS_FIRST' ||
        (sortby_nulls !== 'SORTBY_NULLS_LAST' && isDescending),
    };
  });
  return {
    sorted(list, envOf) {
      if (list.length < 2) return [...list];
      const rows = list.map((one) => {
        const env = envOf(one);
        return { one, values: keys.map(({ value }) => value(env)) };
      });
      rows.sort((a, b) => byKeys(keys, a.values, b.values));
      return rows.map(({ one }) => one);
    },
  };
}

function byKeys(keys: readonly Key[], a: readonly Value[], b: readonly Value[]): number {
  for (const [i, { isDescending, nullsFirst }] of keys.entries()) {
    const left = a[i] ?? null;
    const right = b[i] ?? null;
    if (left === null || right === null) {
      if (left === right) continue;
      return (left === null) === nullsFirst ? -1 : 1;
    }
    const order = compare(left, right);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}
