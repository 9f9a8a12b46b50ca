// A pattern that goes over its input again and again lets one request hold up everybody. Each is
// analysed here; the long suite feeds each of them too.
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

test('the sources and the schemas are read: patterns of each are among them', () => {
  const places = all.map(({ where }) => where.split('/')[0]);
  expect(all.length).toBeGreaterThan(90);
  expect(places).toEqual(expect.arrayContaining(['bff', 'services', 'web']));
  expect(patternsOfSchemas().map(({ source }) => source)).toEqual(
    expect.arrayContaining([expect.stringContaining('@')]),
  );
});

test('each file that makes a pattern at run time is listed with what the pattern is like', () => {
  expect(sources.builders.sort()).toEqual(Object.keys(builtPatterns).sort());
  expect(patternsIn('const a = new RegExp(given);', 'a.ts').built).toBe(true);
  expect(patternsIn('const a = /x+/g.test(given);', 'a.ts')).toMatchObject({
    literals: [{ source: 'x+', flags: 'g' }],
    built: false,
  });
});

test('no pattern goes over its input more than once', () => {
  expect(
    all.filter(isSlow).map(({ where, source, flags }) => `${where} /${source}/${flags}`),
  ).toEqual([]);
});

test.each([/^[^\s@]+@[^\s@]+\.[^\s@]+$/, /\s+$/, /(?:a|a)*b/, /^\/assets\/.+-[\w-]{8,}\.\w+$/])(
  '%s would be found',
  (pattern) => {
    expect(isSlow(pattern)).toBe(true);
  },
);
