import type { Sql } from '@portal/kit/database/database';

export interface SchoolCohorts {
  schoolId: number;
  /** In order; 'NULL' at the end when a student has none. */
  cohorts: string[];
}

/** The cohorts that the students of these schools have; a school without students has no row. */
export const listCohorts = (sql: Sql, schoolIds: readonly number[]): Promise<SchoolCohorts[]> =>
  sql.many<SchoolCohorts>`
    SELECT school_id, array_agg(coalesce(cohort, 'NULL') ORDER BY cohort NULLS LAST) AS cohorts
    FROM (SELECT DISTINCT school_id, cohort FROM student
      WHERE school_id = ANY(${[...schoolIds]}::bigint[])) AS known
    GROUP BY school_id ORDER BY school_id`;
