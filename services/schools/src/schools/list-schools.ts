import type { Call } from '@portal/kit/commands/command';
import { cohortChoices } from './cohorts.ts';
import type { School } from './school.ts';
import { findSchools } from './store.ts';

/** Schools by id, or all that are active, each with the cohorts to choose from today. */
export async function listSchools(
  { db, now }: Call,
  ids: readonly number[],
): Promise<(School & { cohortChoices: string[] })[]> {
  return (await findSchools(db, ids)).map((school) => ({
    ...school,
    cohortChoices: cohortChoices(school, now),
  }));
}
