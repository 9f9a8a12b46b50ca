import type { Call } from '@portal/kit/commands/command';
import { students } from '../clients.ts';
import { schoolInView } from '../schools/school-in-view.ts';

export interface SchoolCohorts {
  /** To choose from when a student is added. */
  cohortChoices: string[];
  latestCohort: string | null;
  /** That its students have; 'NULL' at the end when one has none. */
  distinctCohorts: string[];
}

/** The cohorts of a school (C-A36). Refuses with school_not_found. */
export async function getSchoolCohorts(call: Call, named: number | null): Promise<SchoolCohorts> {
  const { id, cohortChoices, latestCohort } = await schoolInView(call, 'school.manage', named);
  const { actor, requestId } = call;
  const { schools } = await students.listCohorts({ schoolIds: [id] }, { actor, requestId });
  return { cohortChoices, latestCohort, distinctCohorts: schools[0]?.cohorts ?? [] };
}
