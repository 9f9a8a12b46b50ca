import { expect, test } from '@jest/globals';
import {
  type Pattern,
  patternsIn,
  patternsOfProduct,
  patternsOfSources,
  productSources,
} from './patterns.ts';

const LONG = 256 * 1024;
const SHORT = LONG / 16;
/** Every class of characters, alone and in mixtures that resemble real input. */
const classes = [
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
  'a.',
  'a@',
  '@.',
  '1 ',
  '4111-',
  'x1',
  '12/',
  ' ;',
  'a-',
  'g1-f',
];
const fed = (unit: string, bytes: number, end: string): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit))) + end;

/** Returns the milliseconds that this thread computed; other processes do not count. */
function costOf(work: () => void): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const after = process.threadCpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

/** Costs below this are not compared: the engine warms up, and the clock has steps. */
const FLOOR_MS = 1;

/**
 * Returns whether sixteen times the text costs about sixteen times as much; a pattern that rescans
 * its input costs 256 times as much.
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
  // garbage collection may slow down any attempt; a slow pattern is slow in each
  const isBelow = (bytes: number, most: number) => [1, 2, 3].some(() => cost(bytes) < most);
  // between the two, so that a slow one is noticed before it takes minutes
  return isBelow(long / 4, 30 * short) && isBelow(long, 100 * short);
}

test('the cost of each pattern grows linearly with 256 KB of each class of characters', () => {
  // a pattern in the browser delays only the person who typed the text
  const served = patternsOfProduct().filter(({ where }) => !where.startsWith('web/'));
  const slow = served.flatMap((pattern) =>
    classes
      .filter((unit) => !growsInStep(pattern, unit))
      .map((unit) => `${pattern.where} /${pattern.source}/ with ${JSON.stringify(unit)}`),
  );
  expect(slow).toEqual([]);
});

test('finds a pattern that is slow on one of these', () => {
  expect(growsInStep({ source: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', flags: '' }, 'a.', SHORT)).toBe(
    true,
  );
  // long enough to cost more than the floor on a fast machine
  expect(growsInStep({ source: '\\s+$', flags: '' }, ' ', 4 * SHORT)).toBe(false);
});

test('parses every file that contains a pattern', () => {
  const { literals, builders } = patternsOfSources();
  const all = productSources().map(({ file, text }) => ({ file, ...patternsIn(text, file) }));
  expect(literals).toEqual(all.flatMap((one) => one.literals));
  expect(builders).toEqual(all.filter(({ built }) => built).map(({ file }) => file));
});
