import { can, scopeOf } from '@portal/access/can';
import { type Actor, notAllowed } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { domainError } from '../../errors.ts';
import { listStudentsById } from '../../records/students/find-students.ts';
import { nameKey } from '../../records/students/name-key.ts';
import type { Student } from '../../records/students/student.ts';

export interface StudentSearch {
  /** Beginnings of the names. Empty: any name, as for all that follow. */
  firstName: string;
  lastName: string;
  last4Ssn: string;
  /** YYYY-MM-DD */
  dob: string;
  /** A whole address or its beginning. */
  email: string;
  ttiStudentId: string;
  jseId: string;
  sort: string;
  descending: boolean;
  offset: number;
  limit: number;
}

/** Most students of one answer. C-A05. */
export const MAX_FOUND = 200;

/** Ids of students, as matched and sorted. */
interface Filters {
  firstNameKey: string;
  lastNameKey: string;
  last4Ssn: string;
  dob: string;
  email: string;
  ttiStudentId: string;
  jseId: string;
  /** Null: of any school, or of none. */
  schoolId: number | null;
}

/** The filter that leaves the fewest students: its index is read, the others look at the rows. */
const leadOf = (filters: Filters): keyof Filters | null =>
  (
    ['jseId', 'ttiStudentId', 'last4Ssn', 'email', 'dob', 'lastNameKey', 'firstNameKey'] as const
  ).find((name) => filters[name] !== '') ?? null;

/** Sorts behind every text that begins with the prefix, in the order of bytes. */
const endOf = (prefix: string): string => `${prefix}\u{10ffff}`;

/**
 * Returns students who match all filters, by last and first name unless another order is given, at
 * most 200, and how many match in all (C-A05). A school admin finds students of their own school.
 * Refuses with no_filter and, when a caller who may not search by JSE id gives one, forbidden.
 *
 */
export async function searchStudents(
  { db, actor }: Call,
  search: StudentSearch,
): Promise<{ students: Student[]; total: number }> {
  const limit = search.limit > 0 ? Math.min(search.limit, MAX_FOUND) : MAX_FOUND;
  const found = await findIds(db, actor, { ...search, limit });
  const ids = found.map(({ id }) => id);
  const byId = new Map((await listStudentsById(db, ids)).map((student) => [student.id, student]));
  return {
    students: ids.flatMap((id) => byId.get(id) ?? []),
    total: found[0]?.total ?? 0,
  };
}

/**
 * Returns ids of students who match, in order, and how many match in all. Refuses with no_filter,
 * or forbidden when a caller who may not search by JSE id gives one.
 */
export async function findIds(
  db: Sql,
  actor: Actor,
  search: StudentSearch,
): Promise<{ id: number; total: number }[]> {
  if (search.jseId !== '' && !can(actor, 'student.find_by_jse_id')) throw notAllowed();
  const isOfSchool = scopeOf(actor, 'student.find') === 'own_school';
  const filters: Filters = {
    firstNameKey: nameKey(search.firstName),
    lastNameKey: nameKey(search.lastName),
    last4Ssn: search.last4Ssn,
    dob: search.dob,
    email: search.email.toLowerCase(),
    ttiStudentId: search.ttiStudentId,
    jseId: search.jseId,
    schoolId: isOfSchool ? (actor.schoolId ?? 0) : null,
  };
  const lead = leadOf(filters);
  if (lead === null) throw domainError('no_filter');
  return matching(db, filters, lead, search);
}

// Of the branches only the one of the lead runs: the others are shut by a condition on parameters
// alone, so that one prepared statement serves every mix of filters by an index.
const matching = (
  db: Sql,
  filters: Filters,
  lead: keyof Filters,
  { sort, descending, offset, limit }: StudentSearch,
): Promise<{ id: number; total: number }[]> => db.many<{ id: number; total: number }>`
  WITH candidate AS (
    SELECT * FROM student WHERE ${lead}::text = 'jseId' AND jse_id = ${filters.jseId}
    UNION ALL
    SELECT * FROM student
      WHERE ${lead}::text = 'ttiStudentId' AND tti_student_id = ${filters.ttiStudentId}
    UNION ALL
    SELECT * FROM student WHERE ${lead}::text = 'last4Ssn' AND last4_ssn = ${filters.last4Ssn}
    UNION ALL
    SELECT * FROM student
      WHERE ${lead}::text = 'email' AND lower(email) ~>=~ ${filters.email}
        AND lower(email) ~<~ ${endOf(filters.email)}
    UNION ALL
    SELECT * FROM student
      WHERE ${lead}::text = 'dob' AND dob = nullif(${filters.dob}::text, '')::date
    UNION ALL
    SELECT * FROM student
      WHERE ${lead}::text = 'lastNameKey' AND last_name_key ~>=~ ${filters.lastNameKey}
        AND last_name_key ~<~ ${endOf(filters.lastNameKey)}
        AND first_name_key ~>=~ ${filters.firstNameKey}
        AND first_name_key ~<~ ${endOf(filters.firstNameKey)}
    UNION ALL
    SELECT * FROM student
      WHERE ${lead}::text = 'firstNameKey' AND first_name_key ~>=~ ${filters.firstNameKey}
        AND first_name_key ~<~ ${endOf(filters.firstNameKey)})
  SELECT s.id, count(*) OVER ()::int AS total
  FROM candidate s
  WHERE (${filters.schoolId}::bigint IS NULL OR s.school_id = ${filters.schoolId})
    AND (${filters.jseId}::text = '' OR s.jse_id = ${filters.jseId})
    AND (${filters.ttiStudentId}::text = '' OR s.tti_student_id = ${filters.ttiStudentId})
    AND (${filters.last4Ssn}::text = '' OR s.last4_ssn = ${filters.last4Ssn})
    AND (${filters.dob}::text = '' OR s.dob = nullif(${filters.dob}::text, '')::date)
    AND starts_with(lower(coalesce(s.email, '')), ${filters.email})
    AND starts_with(s.last_name_key, ${filters.lastNameKey})
    AND starts_with(s.first_name_key, ${filters.firstNameKey})
  ORDER BY
    CASE WHEN NOT ${descending}::boolean THEN
      CASE ${sort}::text WHEN 'firstName' THEN s.first_name_key WHEN 'dob' THEN s.dob::text
        WHEN 'email' THEN lower(s.email) ELSE s.last_name_key END END,
    CASE WHEN ${descending}::boolean THEN
      CASE ${sort}::text WHEN 'firstName' THEN s.first_name_key WHEN 'dob' THEN s.dob::text
        WHEN 'email' THEN lower(s.email) ELSE s.last_name_key END END DESC NULLS LAST,
    CASE WHEN ${descending}::boolean THEN s.last_name_key END DESC,
    CASE WHEN ${descending}::boolean THEN s.first_name_key END DESC,
    s.last_name_key, s.first_name_key, s.id
  LIMIT ${limit} OFFSET ${offset}`;
