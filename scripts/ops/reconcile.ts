import { Readable, type Writable } from 'node:stream';
import type { Plan } from './plan.ts';
import { inService, outputOf, run } from './run.ts';
import type { ReconcileTask } from './verbs.ts';

/** Commands of the services that list their records of payments. */
const FACTS = {
  registration: 'services/registration/src/booking/purchases/payment-facts.ts',
  schools: 'services/schools/src/balance/payment-facts.ts',
  seminary: 'services/seminary/src/study/paying/payment-facts.ts',
};

/**
 * Asks the other services what they remember of payments, and lets payments lay that beside its
 * books and the card processor's list; its exit code.
 */
export async function reconcile(
  { place, by }: Pick<Plan, 'place' | 'by'>,
  { verb, since, quietMinutes }: Omit<ReconcileTask, 'kind'>,
  output?: Writable,
): Promise<number> {
  const remembered: Record<string, unknown> = {};
  for (const [service, script] of Object.entries(FACTS)) {
    const said = await outputOf(inService(place, service, ['node', script, since], by));
    Object.assign(remembered, JSON.parse(said));
  }
  const script = 'services/payments/src/reconciliation/reconcile.ts';
  const words = ['node', script, verb, '--since', since, '--quiet-minutes', String(quietMinutes)];
  const input = Readable.from([JSON.stringify(remembered)]);
  return run(inService(place, 'payments', words, by), output ? { input, output } : { input });
}
