import { type Cost, type Costs, PARTS, type Part, type Step } from './costs.ts';

/** A rush: the number of students, spread over some seconds. */
export interface Rush {
  readonly students: number;
  readonly seconds: number;
  /** Longest time from the first arrival until the last student is admitted. */
  readonly allInSeconds: number;
}

/** How often a student executes a step; `wait` is computed. */
export const TIMES_A_STUDENT: Readonly<Record<Step, number>> = {
  page: 1,
  wait: 0,
  'sign in': 1,
  'exam list': 1,
  register: 1,
  book: 1,
};
/**
 * Mean interval between a waiting student's requests, each after a third of the remaining time:
 * measured with ten thousand students.
 */
const POLL_SECONDS = 25;
/** Above this load random delays become noticeable. */
export const TARGET_LOAD = 0.7;
/** The cores that one process can use. Identity hashes on four threads beside its event loop. */
export const CORES_A_PROCESS: Readonly<Partial<Record<Part, number>>> = {
  bff: 1,
  identity: 4,
  catalog: 1,
  registration: 1,
  payments: 1,
};
/** Servers with a single instance: the number of cores that they can use. */
export const CORES_OF_SERVER: Readonly<Partial<Record<Part, number>>> = {
  postgres: 64,
  redis: 1,
  nats: 16,
};
/** Open pages hold one connection each; the limit of one BFF (`MAX_CONNECTIONS`). */
export const CONNECTIONS_A_BFF = 5000;

/**
 * Returns the cost of one student from arrival to a booked seat, with `waitSeconds` in the queue.
 */
export function costOfStudent(costs: Costs, waitSeconds: number): Cost {
  const times = { ...TIMES_A_STUDENT, wait: waitSeconds / POLL_SECONDS };
  const steps = Object.entries(times) as [Step, number][];
  const sum = (of: (cost: Cost) => number) =>
    steps.reduce((all, [step, count]) => all + count * of(costs[step]), 0);
  return {
    cpuMs: Object.fromEntries(
      PARTS.map((part) => [part, sum(({ cpuMs }) => cpuMs[part])]),
    ) as Record<Part, number>,
    requests: sum(({ requests }) => requests),
    statements: sum(({ statements }) => statements),
    bytes: sum(({ bytes }) => bytes),
    events: sum(({ events }) => events),
  };
}

/** The resources that a rush needs. */
export interface Needs {
  /** Students admitted per second. */
  readonly perSecond: number;
  /** Mean time in the queue. */
  readonly waitSeconds: number;
  /** Used cores at that rate, by process. */
  readonly cores: Readonly<Record<Part, number>>;
  /** Processes of our own, each at TARGET_LOAD at most. */
  readonly replicas: Readonly<Partial<Record<Part, number>>>;
  readonly statementsPerSecond: number;
  readonly megabitsPerSecond: number;
  readonly eventsPerSecond: number;
  /** BFFs for the connections of all admitted students. */
  readonly bffsForConnections: number;
}

const ceil = (value: number): number => Math.max(1, Math.ceil(value - 1e-9));

/** Returns the needs of a rush from the cost of a student. */
export function needs(costs: Costs, { students, seconds, allInSeconds }: Rush): Needs {
  const span = Math.max(seconds, allInSeconds);
  const perSecond = students / span;
  // a student who comes at time t is admitted at t * span / seconds
  const waitSeconds = (span - seconds) / 2;
  const one = costOfStudent(costs, waitSeconds);
  const cores = Object.fromEntries(
    PARTS.map((part) => [part, (one.cpuMs[part] * perSecond) / 1000]),
  ) as Record<Part, number>;
  const replicas = Object.fromEntries(
    Object.entries(CORES_A_PROCESS).map(([part, of]) => [
      part,
      ceil(cores[part as Part] / of / TARGET_LOAD),
    ]),
  );
  return {
    perSecond,
    waitSeconds,
    cores,
    replicas,
    statementsPerSecond: one.statements * perSecond,
    megabitsPerSecond: (one.bytes * 8 * perSecond) / 1e6,
    eventsPerSecond: one.events * perSecond,
    bffsForConnections: ceil(students / CONNECTIONS_A_BFF),
  };
}

/**
 * Returns the first limit of a growing rush when our own processes are scaled: the single server
 * with the highest used share.
 */
export function bottleneckOf({ cores }: Needs): { part: Part; load: number } {
  const loads = Object.entries(CORES_OF_SERVER).map(([part, most]) => ({
    part: part as Part,
    load: cores[part as Part] / most,
  }));
  return loads.reduce((most, one) => (one.load > most.load ? one : most));
}

/**
 * Returns how many students per second one machine can serve, and the process that uses most of it.
 */
export function machineBears(
  costs: Costs,
  cores: number,
): { perSecond: number; part: Part; share: number } {
  const { cpuMs } = costOfStudent(costs, 0);
  const total = PARTS.reduce((sum, part) => sum + cpuMs[part], 0);
  const part = PARTS.reduce((most, one) => (cpuMs[one] > cpuMs[most] ? one : most));
  return { perSecond: (1000 * cores) / total, part, share: cpuMs[part] / total };
}
