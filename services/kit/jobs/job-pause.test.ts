import { expect, test } from '@jest/globals';
import { jobPauseMs } from './job-pause.ts';

test.each([
  { everySeconds: 10, speed: undefined, ms: 10_000 },
  { everySeconds: 60, speed: '10', ms: 6_000 },
  { everySeconds: 10, speed: '10', ms: 1_000 },
  { everySeconds: 3, speed: '10', ms: 1_000 },
  { everySeconds: 0.5, speed: '10', ms: 500 },
])(
  'a job of every $everySeconds s at speed $speed pauses $ms ms',
  ({ everySeconds, speed, ms }) => {
    expect(jobPauseMs(everySeconds, { NODE_ENV: 'test', TEST_JOB_SPEED: speed })).toBe(ms);
  },
);

test('only tests may run jobs more often, and only by a number from 1', () => {
  expect(() => jobPauseMs(10, { NODE_ENV: 'production', TEST_JOB_SPEED: '10' })).toThrow(
    'for tests',
  );
  expect(() => jobPauseMs(10, { NODE_ENV: 'test', TEST_JOB_SPEED: 'much' })).toThrow('"much"');
});
