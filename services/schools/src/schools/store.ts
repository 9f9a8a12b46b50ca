import type { Sql } from '@portal/kit/database/database';
import type { School } from './school.ts';

/** The schools of these ids, inactive ones too; without ids all that are active, by name. */
export function findSchools(db: Sql, ids: readonly number[]): Promise<School[]> {
  if (ids.length > 0)
    return db.many<School>`SELECT * FROM school WHERE id = ANY(${ids}::bigint[]) ORDER BY name`;
  return db.many<School>`SELECT * FROM school WHERE active ORDER BY name`;
}

/** Adds a school, or changes the one with this id; its version rises with every change. */
export function saveSchool(db: Sql, school: Omit<School, 'version'>): Promise<School> {
  return db.one<School>`
    INSERT INTO school (id, name, address, city, gender, latest_cohort, multiple_active_cohorts,
      charge_school, students_are_members, charge_proctor_fee, member_price_cents,
      nonmember_price_cents, session_closing_time, online_sessions, active)
    VALUES (${school.id}, ${school.name}, ${school.address}, ${school.city}, ${school.gender},
      ${school.latestCohort}, ${school.multipleActiveCohorts}, ${school.chargeSchool},
      ${school.studentsAreMembers}, ${school.chargeProctorFee}, ${school.memberPriceCents},
      ${school.nonmemberPriceCents}, ${school.sessionClosingTime}, ${school.onlineSessions},
      ${school.active})
    ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, address = excluded.address, city = excluded.city,
      gender = excluded.gender, latest_cohort = excluded.latest_cohort,
      multiple_active_cohorts = excluded.multiple_active_cohorts,
      charge_school = excluded.charge_school, students_are_members = excluded.students_are_members,
      charge_proctor_fee = excluded.charge_proctor_fee,
      member_price_cents = excluded.member_price_cents,
      nonmember_price_cents = excluded.nonmember_price_cents,
      session_closing_time = excluded.session_closing_time,
      online_sessions = excluded.online_sessions, active = excluded.active,
      version = school.version + 1
    RETURNING *`;
}
