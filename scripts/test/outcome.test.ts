import { expect, test } from '@jest/globals';
import { failedWith, type JestResults, outcomeOf, passed, sum } from './outcome.ts';

const file = (name: string, more: object) => ({
  name: `/root/${name}`,
  status: 'passed',
  message: '',
  startTime: 10_000,
  endTime: 10_400,
  assertionResults: [],
  ...more,
});

test('tests are counted, and the failed ones named with their reason', () => {
  const outcome = outcomeOf(
    {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 3,
      testResults: [
        file('a.test.ts', {}),
        file('b.test.ts', {
          status: 'failed',
          assertionResults: [
            {
              status: 'failed',
              fullName: 'one is two',
              failureMessages: [
                '\u001b[31mexpected 2\u001b[0m\n    at x (/root/node_modules/y.js:1:1)',
              ],
            },
          ],
        }),
      ],
    },
    '/root',
  );
  expect(outcome).toEqual({
    passed: 4,
    failed: 1,
    skipped: 3,
    failures: ['b.test.ts: one is two\nexpected 2'],
    slowest: [],
  });
});

test('a file that could not run is one failure', () => {
  const outcome = outcomeOf(
    {
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [file('c.test.ts', { status: 'failed', message: 'no such module' })],
    },
    '/root',
  );
  expect(outcome).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['c.test.ts could not run\nno such module'],
    slowest: [],
  });
});

test('the ten files that took longest are named, the slowest first', () => {
  const testResults = Array.from({ length: 12 }, (_, at) =>
    file(`${at}.test.ts`, { endTime: 10_500 + at * 1000 }),
  );
  const { slowest } = outcomeOf(
    { numPassedTests: 12, numFailedTests: 0, numPendingTests: 0, testResults } as JestResults,
    '/root',
  );
  expect(slowest).toHaveLength(10);
  expect(slowest?.slice(0, 2)).toEqual([
    { file: '11.test.ts', seconds: 11.5 },
    { file: '10.test.ts', seconds: 10.5 },
  ]);
});

test('a file that took less than a second is not among the slowest', () => {
  const testResults = [file('a.test.ts', {}), file('b.test.ts', { endTime: 11_000 })];
  const { slowest } = outcomeOf(
    { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, testResults } as JestResults,
    '/root',
  );
  expect(slowest).toEqual([{ file: 'b.test.ts', seconds: 1 }]);
});

test('stages add up, a failed check counting as one', () => {
  expect(
    sum([passed, failedWith('lint'), { passed: 10, failed: 2, skipped: 4, failures: ['x', 'y'] }]),
  ).toEqual({
    passed: 11,
    failed: 3,
    skipped: 4,
    failures: ['lint', 'x', 'y'],
  });
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] });
});
