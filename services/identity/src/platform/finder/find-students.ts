import { can, scopeOf } from '@portal/access/can';
import type { Sql } from '@portal/kit/database/database';
import { type FindKind, type FoundThing, MAX_OF_KIND, RANK } from '@portal/kit/finder/find-things';
import { type FinderQuery, idTyped } from '@portal/kit/finder/finder-query';
import { listStudentsById } from '../../records/students/find-students.ts';
import type { Student } from '../../records/students/student.ts';
import { readQuery, type StudentQuery } from '../../students/search/read-query.ts';
import { endOf, findAlike } from '../../students/search/suggest-students.ts';
import { nameSplits } from './name-splits.ts';

/** Most students to search of a very frequent prefix: the newest ones. */
const MAX_LOOKED_AT = 2000;

interface Within {
  /** Null: of any school, or of none. */
  schoolId: number | null;
  byJseId: boolean;
  /** Students that the caller opened lately. */
  recent: number[];
}

/**
 * Finds students by an id, a whole name or address, or the beginning of one, else by a similar
 * name; never by SSN or birth date. Returns none to callers who may not open the pages of students;
 * a school admin finds those of their own school. R-572, R-573.
 */
export const findStudents: FindKind = async ({ db, actor }, query, recent) => {
  const scope = scopeOf(actor, 'student.find');
  const mayOpen = can(actor, 'exam.list') || can(actor, 'student_info.read');
  if (scope === null || !mayOpen) return [];
  const within: Within = {
    schoolId: scope === 'own_school' ? (actor.schoolId ?? 0) : null,
    byJseId: can(actor, 'student.find_by_jse_id'),
    recent: [...recent],
  };
  const found: Awaited<ReturnType<typeof ranked>> =
    query.text === '' ? recent.map((id) => ({ id, rank: 0 })) : await ranked(db, query, within);
  const students = await listStudentsById(
    db,
    found.map(({ id }) => id),
  );
  const fitOf = new Map(found.map((fit) => [fit.id, fit]));
  return students
    .filter(({ schoolId }) => within.schoolId === null || schoolId === within.schoolId)
    .map((student) => ({ rank: RANK.alike, ...toldOf(student), ...fitOf.get(student.id) }));
};

type Ranked = Pick<FoundThing, 'id' | 'rank'>;

async function ranked(
  db: Parameters<typeof findAlike>[0],
  query: FinderQuery,
  within: Within,
): Promise<(Ranked & Pick<FoundThing, 'distance'>)[]> {
  const read = readQuery(query.text);
  if (read.words.length === 0) return listByMark(db, read, query, within);
  if (query.idOf !== null) return [];
  const named = await listByNames(db, read.words, within);
  if (named.length > 0) return named;
  const alike = await findAlike(db, read.words, within);
  return alike.slice(0, MAX_OF_KIND).map((id, distance) => ({ id, rank: RANK.alike, distance }));
}

function toldOf(student: Student): Omit<FoundThing, 'rank'> {
  const { id, firstName, lastName, maidenName, email, collegeName, schoolId } = student;
  return {
    id,
    title: `${lastName}, ${firstName}${maidenName ? ` (${maidenName})` : ''}`,
    sub: [
      `Student ${id}`,
      email ?? 'No email address',
      ...(schoolId === null && collegeName ? [collegeName] : []),
    ].join(' · '),
    ...(schoolId === null ? {} : { schoolId }),
  };
}

/** Finds students by ids, an address or a phone number; other meanings of a number are ignored. */
const listByMark = (
  sql: Sql,
  { email, phone, partnerId }: StudentQuery,
  query: FinderQuery,
  { schoolId, byJseId, recent }: Within,
): Promise<Ranked[]> => sql.many<Ranked>`
  SELECT s.id, min(known.rank)::int AS rank FROM (
    SELECT id, ${RANK.exactId}::int AS rank FROM student
      WHERE id = ${idTyped(query, 'student')}::bigint
    UNION ALL
    SELECT id, ${RANK.exactId}::int FROM student WHERE tti_student_id = ${partnerId}::text
    UNION ALL
    SELECT id, ${RANK.exactId}::int FROM student
      WHERE ${byJseId}::boolean AND jse_id = ${partnerId}::text
    UNION ALL
    SELECT id, ${RANK.wholeName}::int FROM student WHERE lower(email) = ${email}::text
    UNION ALL
    SELECT id, ${RANK.firstName}::int FROM student
      WHERE lower(email) ~>=~ ${email}::text AND lower(email) ~<~ ${email && endOf(email)}::text
    UNION ALL
    SELECT id, ${RANK.firstName}::int FROM student
      WHERE cellphone IS NOT NULL
        AND right(regexp_replace(cellphone, '\\D', '', 'g'), 10) ~>=~ ${phone}::text
        AND right(regexp_replace(cellphone, '\\D', '', 'g'), 10) ~<~ ${phone && endOf(phone)}::text
    UNION ALL
    SELECT id, ${RANK.firstName}::int FROM student
      WHERE phone IS NOT NULL
        AND right(regexp_replace(phone, '\\D', '', 'g'), 10) ~>=~ ${phone}::text
        AND right(regexp_replace(phone, '\\D', '', 'g'), 10) ~<~ ${phone && endOf(phone)}::text
  ) AS known
  JOIN student s ON s.id = known.id
  WHERE ${schoolId}::bigint IS NULL OR s.school_id = ${schoolId}
  GROUP BY s.id
  ORDER BY rank, s.id = ANY(${recent}::bigint[]) DESC, s.id DESC
  LIMIT ${MAX_OF_KIND}`;

/**
 * By whole names, or by their beginnings, each word that of another: the longest word finds them by
 * an index, first as a last name.
 */
const listByNames = (
  sql: Sql,
  words: readonly string[],
  { schoolId, recent }: Within,
): Promise<Ranked[]> => {
  const lead = [...words].sort((a, b) => b.length - a.length)[0] as string;
  const others = words.filter((word) => word !== lead);
  const whole = nameSplits(words);
  return sql.many<Ranked>`
    SELECT id, min(rank)::int AS rank FROM (
      SELECT s.id, ${RANK.wholeName}::int AS rank
        FROM unnest(${whole.map(({ first }) => first)}::text[],
          ${whole.map(({ last }) => last)}::text[]) AS name (first, last)
        JOIN student s ON s.last_name_key = name.last AND s.first_name_key = name.first
        WHERE ${schoolId}::bigint IS NULL OR s.school_id = ${schoolId}
      UNION ALL
      (SELECT id, ${RANK.lastName}::int FROM student s
        WHERE last_name_key ~>=~ ${lead} AND last_name_key ~<~ ${endOf(lead)}
          AND NOT EXISTS (SELECT FROM unnest(${others}::text[]) AS word
            WHERE NOT starts_with(s.first_name_key, word)
              AND NOT starts_with(coalesce(s.maiden_name_key, ''), word)
              AND position(' ' || word IN s.last_name_key) = 0)
          AND (${schoolId}::bigint IS NULL OR school_id = ${schoolId})
        LIMIT ${MAX_LOOKED_AT})
      UNION ALL
      (SELECT id, ${RANK.firstName}::int FROM student s
        WHERE first_name_key ~>=~ ${lead} AND first_name_key ~<~ ${endOf(lead)}
          AND NOT EXISTS (SELECT FROM unnest(${others}::text[]) AS word
            WHERE NOT starts_with(s.last_name_key, word)
              AND NOT starts_with(coalesce(s.maiden_name_key, ''), word)
              AND position(' ' || word IN s.first_name_key) = 0)
          AND (${schoolId}::bigint IS NULL OR school_id = ${schoolId})
        LIMIT ${MAX_LOOKED_AT})
      UNION ALL
      (SELECT id, ${RANK.firstName}::int FROM student s
        WHERE maiden_name_key ~>=~ ${lead} AND maiden_name_key ~<~ ${endOf(lead)}
          AND NOT EXISTS (SELECT FROM unnest(${others}::text[]) AS word
            WHERE NOT starts_with(s.first_name_key, word)
              AND NOT starts_with(s.last_name_key, word))
          AND (${schoolId}::bigint IS NULL OR school_id = ${schoolId})
        LIMIT ${MAX_LOOKED_AT})
      UNION ALL
      -- those opened lately, also where very many have such a name
      SELECT id, CASE WHEN starts_with(last_name_key, ${lead}) THEN ${RANK.lastName}::int
          ELSE ${RANK.firstName}::int END
        FROM student s
        WHERE id = ANY(${recent}::bigint[])
          AND (starts_with(last_name_key, ${lead}) OR starts_with(first_name_key, ${lead}))
          AND NOT EXISTS (SELECT FROM unnest(${others}::text[]) AS word
            WHERE NOT starts_with(s.first_name_key, word)
              AND NOT starts_with(s.last_name_key, word))
          AND (${schoolId}::bigint IS NULL OR school_id = ${schoolId})
    ) AS named
    GROUP BY id
    ORDER BY rank, id = ANY(${recent}::bigint[]) DESC, id DESC
    LIMIT ${MAX_OF_KIND}`;
};
