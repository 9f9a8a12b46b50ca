import type { Database } from '@portal/kit/database/database';
import { isUnavailable } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import type { Job } from '@portal/kit/jobs/jobs';
import {
  readExams,
  readLocations,
  readNewStudents,
  readPrices,
  readSchools,
  readSettings,
} from './read-projections.ts';

/**
 * Completes the projections beside the events: fills empty ones when the service starts, and makes
 * up for lost events. Costs next to nothing when there are no changes.
 */
export function followProjectionsJob(db: Database): Job {
  return {
    name: 'follow copies',
    everySeconds: 20,
    async run() {
      const settled = await Promise.allSettled([
        readExams(db),
        readLocations(db),
        readPrices(db),
        readSchools(db),
        readNewStudents(db),
        readSettings(db),
      ]);
      const failed = settled.flatMap((one) =>
        one.status === 'rejected' ? [one.reason as unknown] : [],
      );
      const bug = failed.find(
        (reason) => !isUnavailable(reason) && !(reason instanceof DomainError),
      );
      if (bug !== undefined) throw bug;
    },
  };
}
