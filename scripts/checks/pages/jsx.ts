import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';

const src = fileURLToPath(new URL('../../../web/src/', import.meta.url));

/** A node of a syntax tree of Babel. */
export interface Syntax {
  type: string;
  loc?: { start: { line: number } } | null;
  [field: string]: unknown;
}
/** Whether a field of a node is a node itself. */
export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

/** Returns the syntax tree of a page's source. */
export const syntaxOf = (code: string): Syntax =>
  parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] })
    .program as unknown as Syntax;

/** Returns the nodes directly below a node, in the order of the source. */
export const childrenOf = (node: Syntax): Syntax[] => Object.values(node).flat().filter(isSyntax);

/** Yields a node and all nodes below it, in the order of the source. */
export function* nodesIn(node: Syntax): Generator<Syntax> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesIn(child);
}

/** Returns 'Menu.Item' of <Menu.Item>. */
export function elementName(opening: Syntax): string {
  const name = opening['name'] as Syntax;
  if (name.type !== 'JSXMemberExpression') return String(name['name']);
  return [name['object'], name['property']]
    .map((part) => String((part as Syntax)['name']))
    .join('.');
}

/** Returns the attribute of an element by its name; undefined without one. */
export const attributeOf = (opening: Syntax, name: string): Syntax | undefined =>
  (opening['attributes'] as Syntax[]).find(
    (one) => one.type === 'JSXAttribute' && (one['name'] as Syntax)['name'] === name,
  );

/** Returns the source of each page and component, without tests, by its path below web/src. */
export const pageSources = (): [file: string, code: string][] =>
  globSync('**/*.tsx', { cwd: src })
    .filter((file) => !/\.test\.tsx$|(^|\/)testing\.tsx$/.test(file))
    .toSorted()
    .map((file) => [file, readFileSync(`${src}${file}`, 'utf8')]);
