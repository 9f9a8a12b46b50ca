import { expect, test } from '@jest/globals';
import { TESTS } from '../stages.ts';
import { calibrate, costOf, stageCosts } from './stage-costs.ts';

const costs = { unit: 1_000 };

test.each([
  { cpuSeconds: 100, isStrict: false, notice: false, failure: false },
  { cpuSeconds: 120, isStrict: false, notice: false, failure: false },
  { cpuSeconds: 130, isStrict: false, notice: true, failure: false },
  { cpuSeconds: 160, isStrict: false, notice: true, failure: true },
  { cpuSeconds: 130, isStrict: true, notice: true, failure: true },
])(
  'a stage of $cpuSeconds s at 0.1 s a loop: noticed $notice, failed $failure (strict: $isStrict)',
  ({ cpuSeconds, isStrict, notice, failure }) => {
    const cost = costOf('unit', cpuSeconds, 0.1, { costs, isStrict });
    expect([cost.loops, cost.notice !== undefined, cost.failure?.failed === 1]).toEqual([
      cpuSeconds * 10,
      notice,
      failure,
    ]);
  },
);

test('a slower machine changes nothing, since its loop is slower too', () => {
  const of = (factor: number) =>
    costOf('unit', 110 * factor, 0.1 * factor, { costs, isStrict: true });
  expect([of(1), of(4)]).toEqual([{ loops: 1_100 }, { loops: 1_100 }]);
});

test('a stage without a figure is only counted', () => {
  expect(costOf('load', 50, 0.1, { costs, isStrict: true })).toEqual({ loops: 500 });
});

test('each stage of npm test has a figure, and nothing else has', () => {
  const names = TESTS.flat(2).map(({ name }) => name);
  expect(Object.keys(stageCosts()).sort()).toEqual([...names].sort());
});

test('the calibration loop takes processor time', () => {
  expect(calibrate()).toBeGreaterThan(0);
});
