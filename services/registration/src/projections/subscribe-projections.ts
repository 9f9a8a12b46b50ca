import type { Job } from '@portal/kit/commands/jobs';
import type { Database } from '@portal/kit/database/database';
import { isUnavailable } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import {
  readExams,
  readLocations,
  readNewStudents,
  readPrices,
  readSchools,
  readSettings,
} from './read-projections.ts';

/**
 * Keeps the copies whole beside the events: fills them when the service starts with empty ones, and
 * closes what a lost event left. Asking costs next to nothing when nothing is new.
 */
export function followCopiesJob(db: Database): Job {
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
