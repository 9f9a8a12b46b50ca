// A pattern that goes over its input again and again lets one request hold up everybody. None may:
// each is analysed, and each is fed.
import { beforeAll, expect, test } from '@jest/globals';
import { analyse } from 'scslre';
import {
  distinct,
  type Pattern,
  patternsIn,
  patternsOfSchemas,
  patternsOfSources,
} from './patterns.ts';

const ofNames = {
  why: 'of two lists of marks that stand beside it',
  like: /^[\p{L}\p{M}\p{N}'\u2018\u2019\u05f3\u05f4. ,#/\u2010\u05be-]+$/u,
};
/**
 * Patterns made at run time cannot be read off the source: each file that makes some is named, with
 * what its patterns are like.
 */
const built: Readonly<Record<string, { why: string; like: RegExp }>> = {
  'bff/contract/pages.ts': {
    why: 'of the paths of our own pages',
    like: /^\/register\/[^/]+\/[^/]+\/[^/]+(?:\/[^/]+)?(?:\/[^/]+)?\/?$/i,
  },
  'bff/contract/exams/exam-search.ts': {
    why: 'in the browser, of words with their special characters escaped',
    like: /(?<![\p{L}\p{N}])words/u,
  },
  'bff/contract/students/person-checks.ts': ofNames,
  'services/identity/src/imports/guess-columns.ts': {
    why: 'of words that headers of columns are made of',
    like: /^(?:students?|pupils?|legal|persons?)?(?:.*ssns?#?|ssns?(?:#|no|num(?:ber)?|last|4|digits)*)$/u,
  },
  'services/kit/person-fields.ts': ofNames,
};

const isSlow = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }).reports.length > 0;

let sources: ReturnType<typeof patternsOfSources>;
let all: Pattern[];
beforeAll(() => {
  sources = patternsOfSources();
  all = distinct([
    ...sources.literals,
    ...patternsOfSchemas(),
    ...Object.entries(built).map(([where, { like }]) => ({
      where,
      source: like.source,
      flags: like.flags,
    })),
  ]);
});

test('the sources and the schemas are read: patterns of each are among them', () => {
  const places = all.map(({ where }) => where.split('/')[0]);
  expect(all.length).toBeGreaterThan(90);
  expect(places).toEqual(expect.arrayContaining(['bff', 'services', 'web']));
  expect(patternsOfSchemas().map(({ source }) => source)).toEqual(
    expect.arrayContaining([expect.stringContaining('@')]),
  );
});

test('who builds a pattern at run time is known', () => {
  expect(sources.builders.sort()).toEqual(Object.keys(built).sort());
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

const LONG = 256 * 1024;
const SHORT = LONG / 16;
/** Every class of characters, alone and in the mixtures that look like something. */
const classes = [
  ...[
    'a',
    'Z',
    '7',
    '.',
    '@',
    '-',
    '/',
    ':',
    ' ',
    '\n',
    '%',
    '"',
    '\\',
    '<',
    '\u0000',
    'é',
    '\u0301',
    '\u202e',
    '４',
    '\u{1f4a9}',
  ],
  ...['a.', 'a@', '@.', '1 ', '4111-', 'x1', '12/', ' ;', 'a-', 'g1-f'],
];
const fed = (unit: string, bytes: number, end: string): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit))) + end;

/** Milliseconds that this thread computed for; what other processes do does not count. */
function costOf(work: () => void): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const after = process.threadCpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

/** What is cheaper than this is not told apart: an engine warms up, a clock has steps. */
const FLOOR_MS = 1;

/**
 * Whether sixteen times the text cost about as many times as much; one that goes over it again and
 * again costs 256 times as much.
 */
function growsInStep(
  { source, flags }: Pick<Pattern, 'source' | 'flags'>,
  unit: string,
  long = LONG,
): boolean {
  const pattern = new RegExp(source, flags);
  const cost = (bytes: number) => {
    const text = fed(unit, bytes, '!');
    return costOf(() => text.replace(pattern, ''));
  };
  // the second best: the first ones are interpreted, and a pause of the engine or a busy machine in
  // one of them would hide a slow pattern
  const [, second = 0] = [1, 2, 3, 4, 5].map(() => cost(long / 16)).sort((a, b) => a - b);
  const short = Math.max(second, FLOOR_MS);
  // any look may fall to the collection of what others left; what is slow is slow each time
  const isBelow = (bytes: number, most: number) => [1, 2, 3].some(() => cost(bytes) < most);
  // between the two, so that a slow one is noticed before it takes minutes
  return isBelow(long / 4, 30 * short) && isBelow(long, 100 * short);
}

test('256 KB of each class of characters costs each pattern no more than their length', () => {
  // what runs in a browser holds up nobody but who typed it
  const served = all.filter(({ where }) => !where.startsWith('web/'));
  // each pattern meets a few classes, in the long suite all of them
  const share = process.env['LONG_TESTS'] === '1' ? 1 : 6;
  const slow = served.flatMap((pattern, at) =>
    classes
      .filter((_, one) => (at + one) % share === 0)
      .filter((unit) => !growsInStep(pattern, unit))
      .map((unit) => `${pattern.where} /${pattern.source}/ with ${JSON.stringify(unit)}`),
  );
  expect(slow).toEqual([]);
});

test('a pattern that is slow on one of these is seen to be', () => {
  expect(growsInStep({ source: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', flags: '' }, 'a.', SHORT)).toBe(
    true,
  );
  // long enough to cost more than the floor on a fast machine
  expect(growsInStep({ source: '\\s+$', flags: '' }, ' ', 4 * SHORT)).toBe(false);
});
