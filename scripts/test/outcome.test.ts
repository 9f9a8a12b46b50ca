import { expect, test } from '@jest/globals';
import { failedWith, outcomeOf, passed, sum } from './outcome.ts';

const file = (name: string, more: object) => ({
  name: `/root/${name}`,
  status: 'passed',
  message: '',
  assertionResults: [],
  ...more,
});

test('tests are counted, and the failed ones named with their reason', () => {
  const outcome = outcomeOf(
    {
      numPassedTests: 4,
      numFailedTests: 1,
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
    failures: ['b.test.ts: one is two\nexpected 2'],
  });
});

test('a file that could not run is one failure', () => {
  const outcome = outcomeOf(
    {
      numPassedTests: 0,
      numFailedTests: 0,
      testResults: [file('c.test.ts', { status: 'failed', message: 'no such module' })],
    },
    '/root',
  );
  expect(outcome).toEqual({
    passed: 0,
    failed: 1,
    failures: ['c.test.ts could not run\nno such module'],
  });
});

test('stages add up, a failed check counting as one', () => {
  expect(
    sum([passed, failedWith('lint'), { passed: 10, failed: 2, failures: ['x', 'y'] }]),
  ).toEqual({
    passed: 11,
    failed: 3,
    failures: ['lint', 'x', 'y'],
  });
  expect(sum([])).toEqual({ passed: 0, failed: 0, failures: [] });
});
