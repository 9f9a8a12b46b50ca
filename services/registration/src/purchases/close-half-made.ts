import type { Database } from '@portal/kit/database';
import { eachByItself, type Job } from '@portal/kit/jobs';
import { log } from '@portal/kit/log';
import { steadyNow } from '@portal/kit/steady-clock';
import { giveBack } from './give-back.ts';
import { dropHalfMade, listToGiveBack } from './store.ts';

/** Closes registrations that got no credits within five minutes, and gives back what was spent for one that came to nothing. */
export async function closeHalfMade(db: Database, now: Date): Promise<void> {
  const dropped = await dropHalfMade(db, now);
  if (dropped.length > 0) log.warn({ registrations: dropped }, 'half-made registrations closed');
  await eachByItself(
    await listToGiveBack(db, now),
    ({ id }) => ({ registration: id }),
    (registration) => giveBack(db, registration, now),
  );
}

export function closeHalfMadeJob(db: Database): Job {
  return { name: 'close half-made registrations', everySeconds: 5, run: () => closeHalfMade(db, steadyNow()) };
}
