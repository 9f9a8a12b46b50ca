import { type Cost, type Costs, PARTS, type Part, type Step } from './costs.ts';

/** A rush: so many students come, spread over so many seconds. */
export interface Rush {
  readonly students: number;
  readonly seconds: number;
  /** The last of them is let in so many seconds after the first came, at most. */
  readonly allInSeconds: number;
}

/** How often a student who comes makes a step; `wait` comes by itself. */
export const TIMES_A_STUDENT: Readonly<Record<Step, number>> = {
  page: 1,
  wait: 0,
  'sign in': 1,
  'exam list': 1,
  register: 1,
  book: 1,
};
/** Who waits asks so often, a third of what is left each time: the mean of ten thousand who waited. */
const POLL_SECONDS = 25;
/** A part that is used more makes people wait for chance. */
export const TARGET_LOAD = 0.7;
/** What one process of a part can use. Identity hashes on four threads beside its loop. */
export const CORES_A_PROCESS: Readonly<Partial<Record<Part, number>>> = {
  bff: 1,
  identity: 4,
  catalog: 1,
  registration: 1,
  payments: 1,
};
/** Servers that are one, however many cores they are given: so many cores are of use to them. */
export const CORES_OF_SERVER: Readonly<Partial<Record<Part, number>>> = {
  postgres: 64,
  redis: 1,
  nats: 16,
};
/** Open pages hold one connection each; a BFF is given so many (`MAX_CONNECTIONS`). */
export const CONNECTIONS_A_BFF = 5000;

/** What one student costs from coming to a booked seat, `waitSeconds` in the queue among it. */
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

/** What a cluster needs for a rush. */
export interface Needs {
  /** Students let in a second. */
  readonly perSecond: number;
  /** Mean time in the queue. */
  readonly waitSeconds: number;
  /** Cores in use at that rate, by part. */
  readonly cores: Readonly<Record<Part, number>>;
  /** Processes of our parts, each at TARGET_LOAD at most. */
  readonly replicas: Readonly<Partial<Record<Part, number>>>;
  readonly statementsPerSecond: number;
  readonly megabitsPerSecond: number;
  readonly eventsPerSecond: number;
  /** BFFs for the connections of everybody who is in. */
  readonly bffsForConnections: number;
}

const ceil = (value: number): number => Math.max(1, Math.ceil(value - 1e-9));

/** What a rush asks of each part, from what a student costs. */
export function needs(costs: Costs, { students, seconds, allInSeconds }: Rush): Needs {
  const span = Math.max(seconds, allInSeconds);
  const perSecond = students / span;
  // who comes at moment t is let in at t * span / seconds
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
 * What ends first as a rush grows, for a cluster whose own parts are scaled: the server that is one,
 * with the share of it that is used.
 */
export function bottleneckOf({ cores }: Needs): { part: Part; load: number } {
  const loads = Object.entries(CORES_OF_SERVER).map(([part, most]) => ({
    part: part as Part,
    load: cores[part as Part] / most,
  }));
  return loads.reduce((most, one) => (one.load > most.load ? one : most));
}

/**
 * How many students a second one machine with so many cores bears, and the part that takes most of
 * it.
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
