import { describe, expect, test } from '@jest/globals';
import { notAllowed } from './left-out.ts';
import { failedWith, type JestResults, outcomeOf, sum } from './outcome.ts';
import { secondsIn } from './run-stage.ts';

const file = (name: string, more: object) => ({
  name: `/root/${name}`,
  status: 'passed',
  message: '',
  startTime: 10_000,
  endTime: 10_400,
  assertionResults: [],
  ...more,
});

const result = (status: string, fullName = 'one') => ({ status, fullName, failureMessages: [] });
const outcome = (testResults: JestResults['testResults'], expected: readonly string[] = []) =>
  outcomeOf({ testResults }, '/root', expected);

test('counts tests, and names the failed ones with their reason and those that did not run', () => {
  const failed = {
    status: 'failed',
    fullName: 'one is two',
    failureMessages: ['\u001b[31mexpected 2\u001b[0m\n    at x (/root/node_modules/y.js:1:1)'],
  };
  expect(
    outcome(
      [
        file('a.test.ts', { assertionResults: [result('passed'), result('pending', 'is later')] }),
        file('b.test.ts', { status: 'failed', assertionResults: [failed] }),
      ],
      ['a.test.ts', 'b.test.ts'],
    ),
  ).toEqual({
    passed: 1,
    failed: 1,
    leftOut: [{ file: 'a.test.ts', test: 'is later' }],
    failures: ['b.test.ts: one is two\nexpected 2'],
    slowest: [],
  });
});

test.each([
  {
    what: 'could not run',
    found: [file('c.test.ts', { status: 'failed', message: 'no such module' })],
    says: 'c.test.ts could not run\nno such module',
  },
  {
    what: 'left something behind',
    found: [
      file('c.test.ts', {
        status: 'failed',
        message: 'The file leaves behind: fake timers',
        assertionResults: [result('passed')],
      }),
    ],
    says: 'c.test.ts could not run\nThe file leaves behind: fake timers',
  },
  {
    what: 'declares no test',
    found: [file('c.test.ts', {})],
    says: 'c.test.ts could not run\n',
  },
  {
    what: 'was not collected',
    found: [],
    says: 'c.test.ts was not collected\nIts tests did not run.',
  },
])('a file that $what is one failure', ({ found, says }) => {
  expect(outcome(found, ['c.test.ts'])).toMatchObject({ failed: 1, failures: [says] });
});

test('names the ten files that took longest, the slowest first, and none below a second', () => {
  const files = Array.from({ length: 12 }, (_, at) =>
    file(`${at}.test.ts`, {
      assertionResults: [result('passed')],
      endTime: 10_500 + at * 1000,
    }),
  );
  const { slowest } = outcome(files);
  expect(slowest).toHaveLength(10);
  expect(slowest?.slice(0, 2)).toEqual([
    { file: '11.test.ts', seconds: 11.5 },
    { file: '10.test.ts', seconds: 10.5 },
  ]);
  expect(outcome(files.slice(0, 1)).slowest).toEqual([]);
});

test('adds stages up, a failed check counting as one', () => {
  const leftOut = [{ file: 'a.test.ts', test: 'one' }];
  expect(
    sum([
      failedWith('lint', 2),
      { passed: 10, failed: 2, leftOut, failures: ['x', 'y'], cpuSeconds: 3 },
    ]),
  ).toEqual({ passed: 10, failed: 3, leftOut, failures: ['lint', 'x', 'y'], cpuSeconds: 5 });
});

test('reads the times of a shell and its children, in any form of seconds', () => {
  expect(secondsIn('0m0.00s 0m0.01s\n1m2.50s 0m3.490000s\n')).toBeCloseTo(66);
});

describe('a test that did not run', () => {
  const leftOut = [{ file: 'a.test.ts', test: 'one' }];
  const allowed = {
    file: 'a.test.ts',
    test: 'one',
    reason: 'waits for a tool',
    until: '2026-09-30',
  };
  const wrongOf = (changes: Partial<typeof allowed>): number =>
    notAllowed(leftOut, [{ ...allowed, ...changes }], '2026-09-16').length;

  test('fails the run unless the list names it', () => {
    expect(notAllowed(leftOut, [], '2026-09-16')).toEqual(['a.test.ts: one did not run']);
    expect(notAllowed(leftOut, [allowed], '2026-09-16')).toEqual([]);
  });

  test.each([
    { why: 'its day is over', changes: { until: '2026-09-15' }, wrong: 1 },
    { why: 'its day is today', changes: { until: '2026-09-16' }, wrong: 0 },
    { why: 'its day is 30 days ahead', changes: { until: '2026-10-16' }, wrong: 0 },
    { why: 'its day is 31 days ahead', changes: { until: '2026-10-17' }, wrong: 1 },
    { why: 'no reason is given', changes: { reason: ' ' }, wrong: 1 },
    { why: 'another test is named', changes: { test: 'two' }, wrong: 1 },
  ])('makes $wrong failures where $why', ({ changes, wrong }) => {
    expect(wrongOf(changes)).toBe(wrong);
  });
});
