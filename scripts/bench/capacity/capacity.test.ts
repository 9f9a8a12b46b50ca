import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Costs, PARTS, STEPS } from './costs.ts';
import { bottleneckOf, machineBears, needs, TARGET_LOAD } from './plan.ts';
import { simulate } from './simulate.ts';
import {
  ADMITTED_SHARE,
  ALL_IN,
  machine,
  RUSHES,
  simulateCluster,
  simulateMachine,
  WITHIN_SECONDS,
  withTables,
} from './tables.ts';

const costs = JSON.parse(readFileSync(new URL('costs.json', import.meta.url), 'utf8')) as Costs;
const rush = (students: number, allInSeconds: number) => ({
  students,
  seconds: WITHIN_SECONDS,
  allInSeconds,
});

/** Costs of one millisecond each, so that results can be computed by hand. */
const plain: Costs = Object.fromEntries(
  STEPS.map((step) => [
    step,
    {
      cpuMs: Object.fromEntries(PARTS.map((part) => [part, 1])),
      requests: 1,
      statements: 2,
      bytes: 1000,
      events: 1,
    },
  ]),
) as never;

test('a rush needs its rate times the cost of one student', () => {
  const { perSecond, waitSeconds, cores, ...more } = needs(plain, rush(6000, 60));
  expect([perSecond, waitSeconds]).toEqual([100, 0]);
  // five steps of a millisecond each
  expect(cores['postgres']).toBe(0.5);
  expect(more).toMatchObject({
    statementsPerSecond: 1000,
    eventsPerSecond: 500,
    megabitsPerSecond: 4,
  });
});

test('a longer wait needs fewer cores, and more requests for the position', () => {
  const soon = needs(plain, rush(100_000, 60));
  const late = needs(plain, rush(100_000, 600));
  expect([soon.perSecond, late.perSecond].map(Math.round)).toEqual([1667, 167]);
  expect(late.waitSeconds).toBe(270);
  expect(late.cores['postgres']).toBeGreaterThan(soon.cores['postgres'] / 10);
});

test('one server at 80 % load has the latency of queueing theory', () => {
  // M/M/1: 8 ms of work take 8 / (1 - 0.8) = 40 ms with the wait; only the page works here, a fifth
  // of all steps
  const nothing = Object.fromEntries(PARTS.map((part) => [part, 0]));
  const work = (step: string) => ({ ...nothing, bff: step === 'page' ? 8 : 0 });
  const pages = Object.fromEntries(
    STEPS.map((step) => [step, { ...plain[step], cpuMs: work(step) }]),
  ) as unknown as Costs;
  const { loads, meanMs } = simulate(pages, machine(1), {
    students: 10_000,
    seconds: 100,
    admitPerSecond: 1000, // ten times as many as come: no queue forms
    seed: 5,
  });
  expect(loads['machine']).toBeCloseTo(0.8, 1);
  expect(meanMs).toBeGreaterThan(40 / 5 / 1.25);
  expect(meanMs).toBeLessThan((40 / 5) * 1.25);
});

test('the same seed gives the same rush, another seed a different one', () => {
  const run = (seed: number) =>
    simulate(costs, machine(2), { students: 500, seconds: 10, admitPerSecond: 10, seed });
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

test('10,000 students on two cores stay in order, and each step takes at most two seconds', () => {
  const seen = simulateMachine(costs, 2);
  const { perSecond } = machineBears(costs, 2);
  expect(seen.inversions).toBe(0);
  expect(seen.p95Ms).toBeLessThan(2000);
  const planned = RUSHES[0] / (perSecond * ADMITTED_SHARE);
  expect(seen.allInSeconds / planned).toBeGreaterThan(0.95);
  expect(seen.allInSeconds / planned).toBeLessThan(1.05);
  expect(seen.loads['machine']).toBeGreaterThan(ADMITTED_SHARE - 0.1);
  expect(seen.loads['machine']).toBeLessThan(1.05);
});

test.each(RUSHES.flatMap((students) => ALL_IN.map((seconds) => [students, seconds] as const)))(
  'the plan for %i students admitted within %i s holds in the simulation',
  (students, allInSeconds) => {
    const wanted = needs(costs, rush(students, allInSeconds));
    const seen = simulateCluster(costs, students, allInSeconds);
    const { part, load } = bottleneckOf(wanted);
    expect(seen.inversions).toBe(0);
    if (load > TARGET_LOAD) {
      // it is named as the bottleneck: the queue builds up there
      expect(seen.busiest === part || (seen.loads[part] ?? 0) > TARGET_LOAD).toBe(true);
      return;
    }
    expect(seen.p95Ms).toBeLessThan(2000);
    for (const [name, used] of Object.entries(seen.loads)) {
      // the simulated stretch ends while students think, so it uses a little less
      expect(`${name} ${used < TARGET_LOAD * 1.15}`).toBe(`${name} true`);
    }
  },
);

test('docs/operations/capacity.md has the tables of the plan and the simulation', () => {
  const document = readFileSync(
    new URL('../../../docs/operations/capacity.md', import.meta.url),
    'utf8',
  );
  expect(document.match(/<!-- (?:costs|machine|cluster) -->/g)).toHaveLength(3);
  // `npm run capacity` writes the tables
  expect(withTables(document, costs)).toBe(document);
});
