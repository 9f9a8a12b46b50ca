import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { check } from '../../../chaos/checker/check.ts';
import type { Recorded } from '../../../chaos/checker/recorded.ts';
import type { Fault } from '../../../chaos/plan/plan.ts';
import { type ChaosRun, runChaos } from '../../../chaos/run-chaos.ts';
import { Person } from '../../../portal-user/person.ts';

// The short pass of `npm run chaos`: always the same faults, singly and in pairs, under
// load. The whole, with random plans, has a command of its own.

const PLAN: readonly Fault[] = [
  { target: 'payments', kind: 'kill', at: 2500, length: 0, ms: 0 },
  { target: 'cards', kind: 'drop-after-charge', at: 6000, length: 1500, ms: 0 },
  { target: 'postgres', kind: 'refuse', at: 9000, length: 1000, ms: 0 },
  { target: 'redis', kind: 'slow', at: 12_000, length: 1500, ms: 90 },
  { target: 'registration', kind: 'kill', at: 15_000, length: 0, ms: 0 },
  { target: 'nats', kind: 'stall', at: 15_000, length: 2000, ms: 0 },
  { target: 'bff', kind: 'pause', at: 19_500, length: 1500, ms: 0 },
  { target: 'payments', kind: 'slow', at: 19_500, length: 1500, ms: 400 },
];
const DURATION_MS = 23_000;
const SEED = 11;

let run: ChaosRun;
const said: string[] = [];
const before = { env: { ...process.env }, timeoutMs: Person.retryMs };
afterAll(() => {
  Person.retryMs = before.timeoutMs;
  for (const name of Object.keys(process.env)) {
    const value = before.env[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});
beforeAll(async () => {
  run = await runChaos({
    seed: SEED,
    plan: PLAN,
    durationMs: DURATION_MS,
    report: (line) => void said.push(line),
  });
});

test('loses, doubles and blocks nothing while services are killed, paused and cut off', () => {
  if (run.findings.length > 0)
    process.stdout.write(`${said.join('\n')}\nlogs in ${run.dataDir}/logs\n`);
  expect(run.findings).toEqual([]);
  expect(run.recorded.inflicted).toHaveLength(PLAN.length);
});

test('people buy, register and sit during the faults, and have to retry', () => {
  const { operations } = run.recorded;
  const done = operations.filter(({ outcome }) => outcome === 'done');
  expect(done.some(({ effect }) => effect.charged)).toBe(true);
  expect(done.some(({ effect }) => effect.registered)).toBe(true);
  expect(done.some(({ effect }) => effect.seat?.sessionId)).toBe(true);
  expect(done.some(({ key, attempts }) => key !== null && attempts.length > 1)).toBe(true);
});

const damages: Record<string, (recorded: Recorded) => Recorded> = {
  'a payment is taken once': ({ outside, ...rest }) => ({
    ...rest,
    outside: {
      ...outside,
      processor: outside.processor.flatMap((one) =>
        outside.students.has(Number(one.customer)) && one.status === 'captured'
          ? [one, one]
          : [one],
      ),
    },
  }),
  'a registration is listed': ({ outside, ...rest }) => ({
    ...rest,
    outside: {
      ...outside,
      students: new Map(
        [...outside.students].map(([id, student]) => [id, { ...student, exams: [] }]),
      ),
    },
  }),
  'every operation is answered': ({ operations, ...rest }) => ({
    ...rest,
    operations: operations.map((one) =>
      one.effect.charged ? { ...one, outcome: null, answeredAt: null, effect: {} } : one,
    ),
  }),
};
test.each(Object.keys(damages))(
  'control: the check of the same run finds a violation of: %s',
  (rule) => {
    const damaged = damages[rule]?.(run.recorded) as Recorded;
    expect(check(damaged).map((found) => found.rule)).toContain(rule);
  },
);

test('leaves no process behind', () => {
  expect(processesOf(run.dataDir)).toEqual([]);
});

/** Returns the command lines of the processes that were started for a data folder. */
function processesOf(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return `${command}${environment}`.includes(dataDir) ? [command.replaceAll('\0', ' ')] : [];
      } catch {
        return []; // it has ended in the meantime
      }
    });
}
