import { expect, test } from '@jest/globals';
import { shrink } from './shrink.ts';
import { type Plan, wholeWorld } from './world/plan.ts';

const STRUCK = ['call 3', 'call 7', 'death 1', 'processor silent 2'];
const whole = wholeWorld(1, 4_000);
const struckIn = ({ faults = STRUCK }: Plan) => STRUCK.filter((one) => faults.includes(one));

test('keeps only what the failure needs', async () => {
  const tried: Plan[] = [];
  const shrunk = await shrink(
    whole,
    async (plan) => {
      tried.push(plan);
      const struck = struckIn(plan);
      const isBroken =
        plan.students.includes(5003) && struck.includes('call 7') && plan.steps >= 900;
      return isBroken ? struck : null;
    },
    { tries: 500 },
  );
  expect(shrunk).toEqual({
    seed: 1,
    steps: expect.any(Number),
    students: [5003],
    staff: [],
    exams: 1,
    sessions: 1,
    replicas: 1,
    faults: ['call 7'],
  });
  expect(shrunk.steps).toBeGreaterThanOrEqual(900);
  expect(shrunk.steps).toBeLessThan(1_300);
  expect(tried.length).toBeLessThan(100);
});

test('looks for other faults in a smaller world', async () => {
  const shrunk = await shrink(
    whole,
    async (plan) => {
      const { faults = STRUCK, students } = plan;
      // with one person fewer the same fault has another number
      const wanted = students.length === 6 ? 'call 7' : 'call 3';
      return faults.includes(wanted) ? struckIn(plan) : null;
    },
    { tries: 500 },
  );
  expect(shrunk).toMatchObject({ students: [], faults: ['call 3'] });
});

test('keeps no world that does not break, and stops after the given tries', async () => {
  let tries = 0;
  const breaks = async () => {
    tries++;
    return null;
  };
  expect(await shrink(whole, breaks, { tries: 10 })).toBe(whole);
  expect(tries).toBe(10);
});
