import type { Operation } from '../clients/history.ts';
import { type Finding, finding, sum } from './finding.ts';
import { doneOf, nameOf, type Recorded } from './recorded.ts';

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

/** Balances of schools, in the same way: one clerk works on each. */
export function checkSchools(recorded: Recorded): Finding[] {
  const entries = doneOf(recorded).filter(({ effect }) => effect.school);
  return [...recorded.before.schools].flatMap(([id, begun]) => {
    const own = entries.filter(({ effect }) => effect.school?.id === id);
    let balance = begun;
    const steps = own.flatMap((operation) => {
      balance += operation.effect.school?.cents ?? 0;
      const said = operation.effect.school?.after;
      return said === undefined || said === balance
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
