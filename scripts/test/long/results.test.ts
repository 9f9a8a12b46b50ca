import { expect, test } from '@jest/globals';
import { type LongResult, remaining, summaryOf } from './results.ts';

const names = ['chaos', 'fuzz', 'runbooks'];
const result = (hasPassed: boolean, commit = 'abc1234'): LongResult => ({
  commit,
  date: '2026-09-16',
  hasPassed,
  minutes: 3,
  said: '3 passed, 0 failed',
});
const round = (results: Readonly<Record<string, LongResult>>) => ({ begun: '2026-09-15', results });

test('stages that failed or have not run remain, in their order', () => {
  const begun = round({ fuzz: result(true), chaos: result(false), gone: result(true) });
  expect(remaining(names, begun)).toEqual(['chaos', 'runbooks']);
});

test.each([
  {
    what: 'has not begun',
    results: {},
    line: '0 of 3 stages passed; npm run test:long goes on',
  },
  {
    what: 'has a stage that failed',
    results: { chaos: result(false), fuzz: result(true, 'def5678') },
    line: '1 of 3 stages passed at abc1234 and def5678; failed: chaos; npm run test:long goes on',
  },
  {
    what: 'is complete',
    results: { chaos: result(true), fuzz: result(true), runbooks: result(true) },
    line: '3 of 3 stages passed at abc1234',
  },
])('a round that $what says so in one line', ({ results, line }) => {
  expect(summaryOf(names, round(results))).toBe(`Long suite, begun 2026-09-15: ${line}`);
});
