import type { Database } from '@portal/kit/database';
import type { Job } from '@portal/kit/jobs';
import { sweepJob as sweep } from '@portal/kit/sweep';
import { Gauge } from 'prom-client';
import { invariants } from './invariants.ts';
import { countOverdue, countRefused } from './refunds/refund-facts.ts';

/** Sweeps the invariants and shows as metrics how many refunds the processor does not make. */
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
  return {
    ...job,
    async run() {
      refused.set(await countRefused(db));
      overdue.set(await countOverdue(db));
      await job.run();
    },
  };
}
