import type { Node } from 'libpg-query';

export const isKind = <K extends string>(
  node: Node,
  kind: K,
): node is Extract<Node, Record<K, unknown>> => kind in node;

/** Returns the text of a string node, '' of any other. */
export const textOf = (node: Node | undefined): string =>
  node && isKind(node, 'String') ? (node.String.sval ?? '') : '';

/** Yields every object of a syntax tree; a node is the object whose one key is its kind. */
export function* nodesOf(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return;
  if (!Array.isArray(tree)) yield tree as Node;
  for (const part of Object.values(tree)) yield* nodesOf(part);
}
