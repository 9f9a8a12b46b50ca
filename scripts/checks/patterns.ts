import { globSync, readFileSync } from 'node:fs';
import { calls } from '@portal/contract/calls';
import { NewCard, SavedCard } from '@portal/contract/payments/cards';
import { StudyMethodBody } from '@portal/contract/seminary/study-method';
import { parseSync } from '@swc/core';
import { root } from './charts/charts.ts';

/** A regular expression of the product, and where it stands. */
export interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

const NOT_IN_PRODUCT = /\.test\.tsx?$|\/testing(?:\.ts$|\/)|\/node_modules\//;
const FOLDERS = ['bff/src', 'bff/contract', 'services', 'web/src'];

interface Node {
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** Every node of a syntax tree below this one, itself included. */
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Node;
  for (const inner of Object.values(value)) yield* nodesOf(inner);
}

const isConstruction = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') && (callee as Node).value === 'RegExp';

/**
 * Regular expressions in a source text; `built`: whether it makes some at run time, which cannot be
 * read off it.
 */
export function patternsIn(text: string, where: string): { literals: Pattern[]; built: boolean } {
  const nodes = [...nodesOf(parseSync(text, { syntax: 'typescript', tsx: where.endsWith('x') }))];
  const literals = nodes.filter(({ type }) => type === 'RegExpLiteral');
  return {
    literals: literals.map(({ pattern, flags }) => ({
      where,
      source: String(pattern),
      flags: String(flags),
    })),
    built: nodes.some(isConstruction),
  };
}

/**
 * Every regular expression that stands in the sources, and the files that build some at run time.
 */
export function patternsOfSources(): { literals: Pattern[]; builders: string[] } {
  const files = FOLDERS.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }),
  ).filter((file) => !NOT_IN_PRODUCT.test(file));
  const found = files.map((file) => ({
    file,
    ...patternsIn(readFileSync(`${root}${file}`, 'utf8'), file),
  }));
  return {
    literals: found.flatMap(({ literals }) => literals),
    builders: found.filter(({ built }) => built).map(({ file }) => file),
  };
}

/**
 * The regular expressions that zod itself brings into the schemas of the calls, such as that of a
 * mail address.
 */
export function patternsOfSchemas(): Pattern[] {
  const schemas = calls.map(({ name, call }) => [name, [call.body, call.query]] as const);
  const cards = [['cards', [NewCard, SavedCard, StudyMethodBody]] as const];
  return [...schemas, ...cards].flatMap(([name, given]) =>
    given.flatMap((schema) => patternsBelow(schema, name)),
  );
}

function patternsBelow(schema: unknown, where: string, seen = new Set<unknown>()): Pattern[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof RegExp) return [{ where, source: schema.source, flags: schema.flags }];
  const { _zod } = schema as { _zod?: { def: object; bag: object } };
  const inner = _zod
    ? [_zod.def, _zod.bag]
    : schema instanceof Set
      ? [...schema]
      : Object.values(schema);
  return inner.flatMap((one) => patternsBelow(one, where, seen));
}

/** Each of them once. */
export const distinct = (patterns: readonly Pattern[]): Pattern[] => [
  ...new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values(),
];
