import type { Verdict } from './report/outcome.ts';

/** A person who waited: when they joined the queue, and when they were let in; milliseconds. */
export interface QueuedPerson {
  readonly queuedAt: number;
  readonly letInAt: number;
}

export interface Fairness {
  readonly waited: number;
  /** Share of those who waited whom a person overtook who arrived clearly later. */
  readonly overtakenShare: number;
  /** Largest number of people who overtook one person. */
  readonly maxOvertakenBy: number;
}

const ARRIVAL = /arrival \d+ (\d+) (\d+) \d+/g;

/** Reads from a log of k6 who waited and for how long; see k6/arrivals.js. */
export const readQueuedPeople = (log: string): QueuedPerson[] =>
  [...log.matchAll(ARRIVAL)].map(([, queuedAt, letInAt]) => ({
    queuedAt: Number(queuedAt),
    letInAt: Number(letInAt),
  }));

/**
 * Judges how fair a queue was, seen from outside. A person learns of their turn at their next poll,
 * so one counts as overtaken only if both arrivals and both admissions are `marginMs` apart.
 */
export function fairnessOf(people: readonly QueuedPerson[], marginMs: number): Fairness {
  const byArrival = people.toSorted((a, b) => a.queuedAt - b.queuedAt);
  const passedBy = byArrival.map(
    (one, at) =>
      byArrival
        .slice(at + 1)
        .filter(
          (other) =>
            other.queuedAt > one.queuedAt + marginMs && other.letInAt < one.letInAt - marginMs,
        ).length,
  );
  const overtaken = passedBy.filter((count) => count > 0).length;
  return {
    waited: people.length,
    overtakenShare: people.length === 0 ? 0 : overtaken / people.length,
    maxOvertakenBy: Math.max(0, ...passedBy),
  };
}

/** A person who waits polls every few seconds shortly before their turn. */
const MARGIN_MS = 10_000;
const OVERTAKEN_PERCENT = 1;

/** Judges whether people were let in in the order of their arrival. */
export function fairnessVerdict(people: readonly QueuedPerson[]): Verdict {
  const { waited, overtakenShare, maxOvertakenBy } = fairnessOf(people, MARGIN_MS);
  const percent = 100 * overtakenShare;
  return {
    what: `of those who waited, passed by who came ${MARGIN_MS / 1000} s later`,
    limit: `<= ${OVERTAKEN_PERCENT} %`,
    measured: `${percent.toFixed(2)} % of ${waited}, one by ${maxOvertakenBy}`,
    ok: percent <= OVERTAKEN_PERCENT,
  };
}

/** Removes the lines about waiting people from a log of k6. */
export const withoutQueueLines = (log: string): string =>
  log
    .split('\n')
    .filter((line) => line.search(ARRIVAL) === -1)
    .join('\n');
