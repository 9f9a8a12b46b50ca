import type { Database } from '@portal/kit/database';
import type { Job } from '@portal/kit/jobs';
import { log } from '@portal/kit/log';
import { Gauge } from 'prom-client';
import { brokenInvariants, invariants } from './invariants.ts';
import { countRefused } from './refunds/refund-facts.ts';

/** Sweeps the invariants every five minutes and shows as a metric how many rows break each, and how many refunds the processor does not make. */
export function sweepJob(db: Database): Job {
  const gauge = new Gauge({ name: 'portal_invariant_broken', help: 'Rows that break an invariant', labelNames: ['invariant'] });
  const refused = new Gauge({
    name: 'portal_refunds_refused',
    help: 'Refunds that are owed and that the card processor has refused so far',
  });
  return {
    name: 'sweep invariants',
    everySeconds: 300,
    async run() {
      refused.set(await countRefused(db));
      const broken = await brokenInvariants(db);
      for (const name of Object.keys(invariants)) gauge.set({ invariant: name }, broken[name]?.length ?? 0);
      for (const [invariant, ids] of Object.entries(broken)) log.error({ invariant, ids }, 'invariant broken');
    },
  };
}
