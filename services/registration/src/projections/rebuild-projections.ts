import type { Database } from '@portal/kit/database/database';
import {
  readExams,
  readLocations,
  readNewStudents,
  readPrices,
  readSchools,
  rereadSettings,
} from './read-projections.ts';
import { emptyProjections } from './store.ts';

/** Empties every projection and fills it from its owner; yields the same rows (F24). */
export async function rebuildProjections(db: Database): Promise<void> {
  await emptyProjections(db);
  await Promise.all([
    readExams(db),
    readLocations(db),
    readPrices(db),
    readSchools(db),
    readNewStudents(db),
    rereadSettings(db),
  ]);
}
