import type { Operation } from '../clients/history.ts';
import { type Finding, finding, sum } from './finding.ts';
import { doneOf, nameOf, type Recorded } from './recorded.ts';

/**
 * Checks credits as a sequential model counts them: the initial credits and all changes. Each
 * answer is compared with it if the order is known, and the end with the sum of all.
 */
export function checkCredits(recorded: Recorded): Finding[] {
  const done = Map.groupBy(doneOf(recorded), ({ studentId }) => studentId);
  return [...recorded.outside.students].flatMap(([id, { credits }]) => {
    const own = done.get(id) ?? [];
    const begun = recorded.before.credits.get(id) ?? 0;
    const wanted = begun + sum(own.map(({ effect }) => effect.credits ?? 0));
    return [
      ...(recorded.before.shared.has(id) ? [] : stepByStep(begun, own)),
      ...(wanted === credits
        ? []
        : [
            finding(
              'credits are the sum of their changes',
              `student ${id} should have ${wanted} credits and has ${credits}`,
            ),
          ]),
    ];
  });
}

function stepByStep(begun: number, operations: readonly Operation[]): Finding[] {
  let credits = begun;
  return operations.flatMap((operation) => {
    credits += operation.effect.credits ?? 0;
    const said = operation.effect.creditsAfter;
    return said === undefined || said === credits
      ? []
      : [
          finding(
            'an answer states the right credits',
            `${nameOf(operation)} says ${said} credits, there are ${credits}`,
          ),
        ];
  });
}

/** The processes that an event of registration passes on its way to a school's balance. */
const ON_THE_WAY = new Set(['registration', 'nats', 'schools', 'postgres']);

/**
 * How long events may be late after a fault on their way: a dead connection to the broker is found
 * within 15 seconds, and the broker delivers again what went into it after 10 (ACK_WAIT_SECONDS).
 */
const EVENTS_LATE_MS = 30_000;

/**
 * Returns whether an event of this operation may have arrived after its answer, which waits for it
 * briefly.
 */
const isEventLate = (
  { invokedAt, answeredAt }: Operation,
  { inflicted }: Pick<Recorded, 'inflicted'>,
): boolean =>
  inflicted.some(
    ({ fault, from, to }) =>
      ON_THE_WAY.has(fault.target) && from < (answeredAt ?? 0) && invokedAt < to + EVENTS_LATE_MS,
  );

/**
 * Checks schools' balances likewise, with one clerk for each. The credits of a cancelled exam are
 * returned by an event.
 */
export function checkSchools(recorded: Recorded): Finding[] {
  const entries = doneOf(recorded).filter(({ effect }) => effect.school);
  return [...recorded.before.schools].flatMap(([id, begun]) => {
    const own = entries.filter(({ effect }) => effect.school?.id === id);
    let balance = begun;
    let underWay = 0;
    const steps = own.flatMap((operation) => {
      const { cents = 0, after: said } = operation.effect.school ?? {};
      balance += cents;
      const isByEvent = operation.name === 'cancelExamRegistration';
      if (isByEvent && isEventLate(operation, recorded)) underWay += cents;
      if (said === balance) underWay = 0;
      return said === undefined || (said <= balance && said >= balance - underWay)
        ? []
        : [
            finding(
              'an answer states the right balance',
              `${nameOf(operation)} says ${said} cents, there are ${balance}`,
            ),
          ];
    });
    const found = recorded.outside.schools.get(id);
    return found === balance
      ? steps
      : [
          ...steps,
          finding(
            'a balance is the sum of its changes',
            `school ${id} should have ${balance} cents and has ${found}`,
          ),
        ];
  });
}
