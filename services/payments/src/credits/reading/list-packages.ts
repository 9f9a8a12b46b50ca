import { scopeOf } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { type PackageRow, packagesOfStudents } from '../ledger/store.ts';

/** The maximum number of students per request: as many as a search returns. C-A05. */
const MAX_STUDENTS = 200;

/** Credits that a student bought or was given at once; money in cents. */
export interface StudentPackage extends Omit<PackageRow, 'packageName' | 'bought'> {
  /** Absent: single credits. */
  name: string | undefined;
  credits: number;
}

/**
 * Lists purchases and gifts of these students, newest first (C-A05). A school admin gets only
 * students of the own school. R-351.
 */
export async function listPackages(
  { db, actor }: Call,
  studentIds: readonly number[],
): Promise<StudentPackage[]> {
  const isOfSchool = scopeOf(actor, 'student.find') === 'own_school';
  const rows = await packagesOfStudents(
    db,
    studentIds.slice(0, MAX_STUDENTS),
    isOfSchool ? (actor.schoolId ?? 0) : null,
  );
  return rows.map(({ packageName, bought, ...row }) => ({
    ...row,
    name: packageName ?? undefined,
    credits: bought,
  }));
}
