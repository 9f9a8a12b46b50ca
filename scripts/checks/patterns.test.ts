// A pattern that rescans its input lets one request block all others. Each pattern is analysed
// here; the long suite also runs each of them on long texts.
import { beforeAll, expect, test } from '@jest/globals';
import { analyse } from 'scslre';
import {
  builtPatterns,
  type Pattern,
  patternsIn,
  patternsOfProduct,
  patternsOfSchemas,
  patternsOfSources,
} from './patterns.ts';

const isSlow = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }).reports.length > 0;

let sources: ReturnType<typeof patternsOfSources>;
let all: readonly Pattern[];
beforeAll(() => {
  sources = patternsOfSources();
  all = patternsOfProduct(sources);
});

test('finds patterns of the sources and of the schemas', () => {
  const places = all.map(({ where }) => where.split('/')[0]);
  expect(all.length).toBeGreaterThan(90);
  expect(places).toEqual(expect.arrayContaining(['bff', 'services', 'web']));
  expect(patternsOfSchemas().map(({ source }) => source)).toEqual(
    expect.arrayContaining([expect.stringContaining('@')]),
  );
});

test('each file that makes a pattern at run time is listed with the form of the pattern', () => {
  expect(sources.builders.sort()).toEqual(Object.keys(builtPatterns).sort());
  expect(patternsIn('const a = new RegExp(given);', 'a.ts').built).toBe(true);
  expect(patternsIn('const a = /x+/g.test(given);', 'a.ts')).toMatchObject({
    literals: [{ source: 'x+', flags: 'g' }],
    built: false,
  });
});

test('no pattern rescans its input', () => {
  expect(
    all.filter(isSlow).map(({ where, source, flags }) => `${where} /${source}/${flags}`),
  ).toEqual([]);
});

test.each([/^[^\s@]+@[^\s@]+\.[^\s@]+$/, /\s+$/, /(?:a|a)*b/, /^\/assets\/.+-[\w-]{8,}\.\w+$/])(
  'finds %s',
  (pattern) => {
    expect(isSlow(pattern)).toBe(true);
  },
);
