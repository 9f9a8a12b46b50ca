import type { Operation } from '../clients/history.ts';
import { type Finding, finding, sum } from './finding.ts';
import { doneOf, nameOf, RECOVERY_MS, type Recorded } from './recorded.ts';

/**
 * Credits as a model of one thread counts them: beginning, what came, what went. Each answer is
 * compared with it where the order is known, and the end with the sum of all.
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
              'credits are what came less what went',
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
            'an answer tells the credits that there are',
            `${nameOf(operation)} says ${said} credits, there are ${credits}`,
          ),
        ];
  });
}

/** What an event of registration passes on its way to the balance of a school. */
const ON_THE_WAY = new Set(['registration', 'nats', 'schools', 'postgres']);

/** Whether an event of this operation may have come after its answer, which waits for it a little. */
const isEventLate = (
  { invokedAt, answeredAt }: Operation,
  { inflicted }: Pick<Recorded, 'inflicted'>,
): boolean =>
  inflicted.some(
    ({ fault, from, to }) =>
      ON_THE_WAY.has(fault.target) && from < (answeredAt ?? 0) && invokedAt < to + RECOVERY_MS,
  );

/**
 * Balances of schools, in the same way: one clerk works on each. What an exam gives back when it is
 * cancelled comes by an event.
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
              'an answer tells the balance that there is',
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
            'a balance is what came less what went',
            `school ${id} should have ${balance} cents and has ${found}`,
          ),
        ];
  });
}
