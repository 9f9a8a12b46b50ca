import { type Costs, PARTS, type Part, type Step } from './costs.ts';

/** The cores of processes; those with one name share a station (a machine on which all run). */
export interface Cluster {
  /** The servers of each station. */
  readonly stations: Readonly<Record<string, number>>;
  /** Returns the station that does the work of a process. */
  readonly of: (part: Part) => string;
}

export interface SimulatedRush {
  readonly students: number;
  /** Seconds in which the students arrive at random. */
  readonly seconds: number;
  /** Students admitted per second, in the order of their arrival. */
  readonly admitPerSecond: number;
  readonly seed: number;
}

export interface Simulated {
  /** When the last student was admitted, in seconds. */
  readonly allInSeconds: number;
  /** Mean time in the queue, in seconds. */
  readonly waitSeconds: number;
  /** Mean and 95th percentile of a step, in milliseconds. */
  readonly meanMs: number;
  readonly p95Ms: number;
  /** Share of its cores that each station used while students were admitted. */
  readonly loads: Readonly<Record<string, number>>;
  readonly busiest: string;
  /** Students who were admitted before an earlier arrival. */
  readonly inversions: number;
}

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Events by their time, the earliest first: a binary heap. */
class Agenda {
  readonly #times: number[] = [];
  readonly #works: (() => void)[] = [];

  at(time: number, work: () => void): void {
    let at = this.#times.push(time) - 1;
    this.#works.push(work);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((this.#times[above] as number) <= (this.#times[at] as number)) break;
      this.#swap(at, above);
      at = above;
    }
  }

  /** Runs the earliest event; returns its time, or null if there is none. */
  next(): number | null {
    const [time] = this.#times;
    const [work] = this.#works;
    if (time === undefined || work === undefined) return null;
    const [lastTime, lastWork] = [this.#times.pop(), this.#works.pop()];
    if (this.#times.length > 0) {
      this.#times[0] = lastTime as number;
      this.#works[0] = lastWork as () => void;
      this.#sink();
    }
    this.now = time;
    work();
    return time;
  }

  now = 0;

  /** The time of an event of the heap; a place without one comes after all others. */
  #timeOf(at: number): number {
    return this.#times[at] ?? Number.POSITIVE_INFINITY;
  }

  #sink(): void {
    for (let at = 0, least = 0; ; at = least) {
      const below = 2 * at + 1;
      if (this.#timeOf(below) < this.#timeOf(least)) least = below;
      if (this.#timeOf(below + 1) < this.#timeOf(least)) least = below + 1;
      if (least === at) return;
      this.#swap(at, least);
    }
  }

  #swap(one: number, two: number): void {
    const time = this.#times[one] as number;
    const work = this.#works[one] as () => void;
    this.#times[one] = this.#times[two] as number;
    this.#works[one] = this.#works[two] as () => void;
    this.#times[two] = time;
    this.#works[two] = work;
  }
}

/** Cores that take work in order; each piece of work occupies one for its duration. */
class Station {
  readonly #agenda: Agenda;
  readonly #waiting: ({ ms: number; done: () => void } | undefined)[] = [];
  #head = 0;
  #free: number;
  busyMs = 0;

  constructor(agenda: Agenda, servers: number) {
    this.#agenda = agenda;
    this.#free = servers;
  }

  work(ms: number, done: () => void): void {
    if (this.#free === 0) return void this.#waiting.push({ ms, done });
    this.#free -= 1;
    this.#begin(ms, done);
  }

  #begin(ms: number, done: () => void): void {
    this.busyMs += ms;
    this.#agenda.at(this.#agenda.now + ms, () => {
      const next = this.#waiting[this.#head];
      if (next === undefined) this.#free += 1;
      else {
        this.#waiting[this.#head] = undefined; // what is done need not stay in memory
        this.#head += 1;
        this.#begin(next.ms, next.done);
      }
      done();
    });
  }
}

const STEPS_INSIDE: readonly Step[] = ['page', 'sign in', 'exam list', 'register', 'book'];
/** Mean time in which a student reads or types between two steps. */
const THINK_MS = 4000;

/**
 * Simulates a rush as discrete events: students arrive at random (Poisson), queue, are admitted at
 * a steady rate, and go through their steps. Each step works at the stations of its processes in
 * turn, for an exponential time with the measured mean. The same seed gives the same rush.
 */
export function simulate(costs: Costs, cluster: Cluster, rush: SimulatedRush): Simulated {
  const random = randomOf(rush.seed);
  const about = (mean: number) => -mean * Math.log(1 - random());
  const agenda = new Agenda();
  const stations = new Map(
    Object.entries(cluster.stations).map(([name, servers]) => [name, new Station(agenda, servers)]),
  );
  const stepMs: number[] = [];
  const waits: number[] = [];
  const queue: { n: number; cameAt: number }[] = [];
  let [queueHead, lastIn, inversions, highest] = [0, 0, 0, -1];

  const walk = (step: Step, at: number, done: () => void): void => {
    const part = PARTS[at];
    if (part === undefined) done();
    else if (costs[step].cpuMs[part] === 0) walk(step, at + 1, done);
    else
      stations
        .get(cluster.of(part))
        ?.work(about(costs[step].cpuMs[part]), () => walk(step, at + 1, done));
  };
  const visit = (at: number): void => {
    const step = STEPS_INSIDE[at];
    if (step === undefined) return;
    const began = agenda.now;
    walk(step, 0, () => {
      stepMs.push(agenda.now - began);
      agenda.at(agenda.now + about(THINK_MS), () => visit(at + 1));
    });
  };

  for (let [n, at] = [0, 0]; n < rush.students; n++) {
    at += about((1000 * rush.seconds) / rush.students);
    const cameAt = at;
    agenda.at(cameAt, () => void queue.push({ n, cameAt }));
  }
  const gap = 1000 / rush.admitPerSecond;
  const letIn = (): void => {
    const next = queue[queueHead];
    if (next !== undefined) {
      queueHead += 1;
      if (next.n < highest) inversions += 1;
      highest = Math.max(highest, next.n);
      waits.push(agenda.now - next.cameAt);
      lastIn = agenda.now;
      visit(0);
    }
    if (queueHead < rush.students) agenda.at(agenda.now + gap, letIn);
  };
  agenda.at(0, letIn);
  while (agenda.next() !== null);

  const loads = Object.fromEntries(
    [...stations].map(([name, { busyMs }]) => [
      name,
      busyMs / (lastIn * (cluster.stations[name] ?? 1)),
    ]),
  );
  const sorted = Float64Array.from(stepMs).sort();
  return {
    allInSeconds: lastIn / 1000,
    waitSeconds: waits.reduce((sum, ms) => sum + ms, 0) / waits.length / 1000,
    meanMs: stepMs.reduce((sum, ms) => sum + ms, 0) / stepMs.length,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    loads,
    busiest: Object.keys(loads).reduce((most, name) =>
      (loads[name] ?? 0) > (loads[most] ?? 0) ? name : most,
    ),
    inversions,
  };
}
