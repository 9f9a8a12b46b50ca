import type { Database } from '@portal/kit/database';
import type { Job } from '@portal/kit/jobs';
import { log } from '@portal/kit/log';
import { Gauge } from 'prom-client';
import { brokenInvariants, invariants } from './invariants.ts';

/** Sweeps the invariants every five minutes, by one replica, and shows as a metric how many rows break each. */
export function sweepJob(db: Database): Job {
  const gauge = new Gauge({ name: 'portal_invariant_broken', help: 'Rows that break an invariant', labelNames: ['invariant'] });
  return {
    name: 'sweep invariants',
    everySeconds: 300,
    async run() {
      const broken = await brokenInvariants(db);
      for (const name of Object.keys(invariants)) gauge.set({ invariant: name }, broken[name]?.length ?? 0);
      for (const [invariant, ids] of Object.entries(broken)) log.error({ invariant, ids }, 'invariant broken');
    },
  };
}
