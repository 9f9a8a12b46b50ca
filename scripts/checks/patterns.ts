import { globSync, readFileSync } from 'node:fs';
import { calls } from '@portal/contract/calls';
import { NewCard, SavedCard } from '@portal/contract/payments/cards';
import { StudyMethodBody } from '@portal/contract/seminary/study-method';
import { parseSync } from '@swc/core';
import { root } from './charts/charts.ts';

/** A regular expression of the product, with its place. */
export interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

const NOT_IN_PRODUCT = /\.test\.tsx?$|\/testing(?:\.ts$|\/)|\/node_modules\//;
const FOLDERS = ['bff/src', 'bff/contract', 'proto/access', 'services', 'web/src'];

interface Node {
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** Yields a node of a syntax tree and all nodes below it. */
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Node;
  for (const inner of Object.values(value)) yield* nodesOf(inner);
}

const isConstruction = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') && (callee as Node).value === 'RegExp';

/**
 * Returns the regular expressions of a source text; `built`: whether it builds some at run time,
 * which cannot be read from the source.
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
 * Returns whether a text may contain a pattern; other texts are not parsed. A literal is first on
 * its line, or follows a keyword or a character that ends no operand.
 */
export const mayHoldPattern = (text: string): boolean =>
  /RegExp|(?:^|[^\w\s.'"`\]<*/]|\b(?:return|typeof|case|in|of|yield|await|default))[^\S\n]*\/(?![/*>])/m.test(
    text,
  );

/** Returns the sources of the product: path from the root, and text. */
export const productSources = (): { readonly file: string; readonly text: string }[] =>
  FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !NOT_IN_PRODUCT.test(file))
    .map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }));

/**
 * Returns every regular expression of the sources, and the files that build some at run time.
 */
export function patternsOfSources(): { literals: Pattern[]; builders: string[] } {
  const found = productSources()
    .filter(({ text }) => mayHoldPattern(text))
    .map(({ file, text }) => ({ file, ...patternsIn(text, file) }));
  return {
    literals: found.flatMap(({ literals }) => literals),
    builders: found.filter(({ built }) => built).map(({ file }) => file),
  };
}

/**
 * Returns the regular expressions that zod adds to the schemas of the calls, such as that of an
 * email address.
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

/**
 * Patterns built at run time cannot be read from the source: each file that builds some is listed
 * with their form.
 */
export const builtPatterns: Readonly<Record<string, { why: string; like: RegExp }>> = {
  'bff/contract/pages/pages.ts': {
    why: 'of the paths of our own pages',
    like: /^\/register\/[^/]+\/[^/]+\/[^/]+(?:\/[^/]+)?(?:\/[^/]+)?\/?$/i,
  },
  'bff/contract/exams/exam-search.ts': {
    why: 'in the browser, of words with their special characters escaped',
    like: /(?<![\p{L}\p{N}])words/u,
  },
  'services/kit/files/table-cells.ts': {
    why: 'of names of columns without marks, and of months and separators in a day',
    like: /^(\d{1,2})(?:st|nd|rd|th)?(?:[-/., ]|, |\. )(jan(?:uary)?|may|june?|sept?(?:ember)?)(?:[-/., ]|, |\. )(\d{4}|\d{2})$/i,
  },
  'services/identity/src/students/imports/columns/guess-columns.ts': {
    why: 'of words that headers of columns are made of',
    like: /^(?:students?|pupils?|legal|persons?)?(?:.*ssns?#?|ssns?(?:#|no|num(?:ber)?|last|4|digits)*)$/u,
  },
};

/**
 * Returns every pattern of the product once: of its sources, of its schemas, and built at run time.
 */
export function patternsOfProduct({ literals } = patternsOfSources()): readonly Pattern[] {
  const made = Object.entries(builtPatterns).map(([where, { like }]) => ({
    where,
    source: like.source,
    flags: like.flags,
  }));
  const all = [...literals, ...patternsOfSchemas(), ...made];
  return [...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
}
