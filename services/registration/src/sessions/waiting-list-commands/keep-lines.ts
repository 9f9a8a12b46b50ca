import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import { closeLines } from './close-lines.ts';
import { endPointless, expireOffers } from './expire-offers.ts';
import { ownCall } from './own-call.ts';

/** Ends the entries and offers of waiting lists that are due to end. */
export async function keepLines(db: Database, now: Date): Promise<void> {
  const call = ownCall(db, now);
  await expireOffers(call);
  await endPointless(call);
  await closeLines(call);
}

export const keepLinesJob = (db: Database): Job => ({
  name: 'keep waiting lists',
  everySeconds: 10,
  run: () => keepLines(db, steadyNow()),
});
