import { expect, test } from '@jest/globals';
import { type Fault, MAX_FAULT_MS, planOf } from './plan.ts';
import { HURTS } from './targets.ts';

const MINUTE = 60_000;
const name = ({ target, kind }: Pick<Fault, 'target' | 'kind'>) => `${target} ${kind}`;
const endOf = ({ at, length }: Fault) => at + length;

test('the same seed gives the same plan, another seed a different one', () => {
  expect(planOf(7, 20 * MINUTE)).toEqual(planOf(7, 20 * MINUTE));
  expect(planOf(8, 20 * MINUTE)).not.toEqual(planOf(7, 20 * MINUTE));
});

test.each([1, 2, 99])('in twenty minutes (seed %i) each target has every kind of fault', (seed) => {
  const plan = planOf(seed, 20 * MINUTE);
  expect([...new Set(plan.map(name))].sort()).toEqual(HURTS.map(name).sort());
});

test.each([{ minutes: 1 }, { minutes: 5 }, { minutes: 20 }, { minutes: 90 }])(
  'of $minutes minutes the first half has single faults, the second two at once',
  ({ minutes }) => {
    const plan = planOf(5, minutes * MINUTE);
    const overlaps = plan.map((fault) =>
      plan.filter((other) => other !== fault && other.at < endOf(fault) && fault.at < endOf(other)),
    );
    const middle = 3000 + (minutes * MINUTE - 3000) / 2;
    plan.forEach((fault, place) => {
      const beside = overlaps[place] as Fault[];
      expect(beside.length).toBeLessThanOrEqual(fault.at < middle ? 0 : 1);
      expect(beside.map(({ target }) => target)).not.toContain(fault.target);
    });
    expect(plan.filter(({ at }) => at >= middle).length).toBeGreaterThan(8);
  },
);

test.each([1, 20, 90])(
  'no fault in %i minutes is long enough for a dead letter or lasts beyond the end',
  (minutes) => {
    for (const fault of planOf(3, minutes * MINUTE)) {
      expect(fault.length).toBeLessThanOrEqual(MAX_FAULT_MS);
      expect(endOf(fault)).toBeLessThan(minutes * MINUTE);
    }
  },
);
