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

/** Empties every read copy and fills it from its owners: the same rows come back (F24). */
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
