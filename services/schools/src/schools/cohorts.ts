import { inNewYork } from '@portal/kit/clock';

const cohortFrom = (year: number): string => `${year}-${year + 1}`;

/**
 * Cohorts to choose from when a student of a school is added: the latest and the next, with
 * the previous one for schools with several active ones; without a latest cohort the academic year
 * running since July and the following one.
 */
export function cohortChoices(
  {
    latestCohort,
    multipleActiveCohorts,
  }: { latestCohort: string | null; multipleActiveCohorts: boolean },
  now: Date,
): string[] {
  if (latestCohort === null) {
    const { year, month } = inNewYork(now);
    const running = month >= 7 ? year : year - 1;
    return [cohortFrom(running), cohortFrom(running + 1)];
  }
  const first = Number(latestCohort.slice(0, 4));
  return [
    ...(multipleActiveCohorts ? [cohortFrom(first - 1)] : []),
    latestCohort,
    cohortFrom(first + 1),
  ];
}
