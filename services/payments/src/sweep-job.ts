import { sweepJob as sweep } from '@portal/kit/commands/sweep';
import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { Gauge } from 'prom-client';
import { countUnclearPayments } from './charges/records/payment-store.ts';
import { invariants } from './invariants.ts';
import { countOverdue, countRefused } from './refunds/refund-facts.ts';

/**
 * Sweeps the invariants and shows as metrics the number of refunds that the processor does not
 * make, and of payments whose result stays unknown.
 */
export function sweepJob(db: Database): Job {
  const job = sweep(db, invariants);
  const refused = new Gauge({
    name: 'portal_refunds_refused',
    help: 'Refunds that are owed and that the card processor has refused so far',
  });
  const overdue = new Gauge({
    name: 'portal_refunds_overdue',
    help: 'Refunds that are owed for more than three days, whatever keeps them',
  });
  const unclear = new Gauge({
    name: 'portal_payments_unclear',
    help: 'Payments of which nobody knows for an hour whether the card processor took the money',
  });
  return {
    ...job,
    async run() {
      unclear.set(await countUnclearPayments(db));
      refused.set(await countRefused(db));
      overdue.set(await countOverdue(db));
      await job.run();
    },
  };
}
