import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import { dropExpired } from './request-store.ts';

/** Drops the data of exports that cannot be fetched any more. R-588 */
export const forgetDataJob = (db: Database): Job => ({
  name: 'forget exported data',
  everySeconds: 600,
  async run() {
    await dropExpired(db, steadyNow());
  },
});
