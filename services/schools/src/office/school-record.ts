import { canAtSchool } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { balancesOf } from '../balance/read-balance.ts';
import { students } from '../clients.ts';
import type { School } from '../schools/school.ts';

/** A school with the data that changes apart from its settings. */
export interface SchoolRecord {
  school: School & { cohortChoices: string[] };
  /** That its students have; 'NULL' at the end when one has none. */
  distinctCohorts: string[];
  /** Null: it is not charged, or the caller may not see it. */
  balanceCents: number | null;
}

/** Returns schools with their students' cohorts and their balances, in one request each. */
export async function recordsOf(
  { db, actor, requestId }: Call,
  schools: readonly SchoolRecord['school'][],
): Promise<SchoolRecord[]> {
  const ids = schools.map(({ id }) => id);
  const [{ schools: held }, balances] = await Promise.all([
    students.listCohorts({ schoolIds: ids }, { actor, requestId }),
    balancesOf(db, ids),
  ]);
  const cohorts = new Map(held.map((one) => [one.schoolId, one.cohorts]));
  return schools.map((school) => ({
    school,
    distinctCohorts: cohorts.get(school.id) ?? [],
    balanceCents:
      school.chargeSchool && canAtSchool(actor, 'school.manage', school.id)
        ? (balances.get(school.id) ?? 0)
        : null,
  }));
}
