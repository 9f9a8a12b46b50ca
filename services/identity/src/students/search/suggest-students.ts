import { can, scopeOf } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import type { Database, Sql } from '@portal/kit/database/database';
import { listStudentsById } from '../../records/students/find-students.ts';
import type { Student } from '../../records/students/student.ts';
import { oneSlipAway } from './one-slip.ts';
import { readQuery, type StudentQuery } from './read-query.ts';

export interface SuggestStudents {
  /** The typed text, 100 characters at most. */
  query: string;
  /** These students instead, in this order: those that were looked at last. */
  ids: readonly number[];
}

/** Most students of one answer. */
export const MAX_SUGGESTED = 10;
/** How much of its trigrams a name must share with the typed word to count as similar. */
const LIKENESS = '0.25';
/** Most names that are taken for like a word. */
const MAX_ALIKE = 10;
/** Fewer letters are one slip away from too many names. */
const MIN_NEAR = 3;
/** Fewer letters share their trigrams with too many names. */
const MIN_LIKE = 4;

/**
 * Suggests at most ten students for a typed query, the likeliest first: by names in any order and
 * their beginnings, also with a typing error, by address, birth date, phone, digits of the SSN or
 * ids. Suggests a school admin only students of their own school; matches JSE ids only for callers
 * who may search by them.
 */
export async function suggestStudents(
  { db, actor }: Call,
  { query, ids }: SuggestStudents,
): Promise<Student[]> {
  const schoolId = scopeOf(actor, 'student.find') === 'own_school' ? (actor.schoolId ?? 0) : null;
  const found =
    ids.length > 0
      ? [...ids]
      : await findIds(db, readQuery(query), {
          schoolId,
          byJseId: can(actor, 'student.find_by_jse_id'),
        });
  const students = await listStudentsById(db, found);
  const byId = new Map(students.map((student) => [student.id, student]));
  return found
    .flatMap((id) => byId.get(id) ?? [])
    .filter((student) => schoolId === null || student.schoolId === schoolId)
    .slice(0, MAX_SUGGESTED);
}

interface Within {
  /** Null: of any school, or of none. */
  schoolId: number | null;
  byJseId: boolean;
}

async function findIds(db: Database, query: StudentQuery, within: Within): Promise<number[]> {
  if (query.words.length === 0) return idsOf(await listByMark(db, query, within));
  const named = idsOf(await listByNames(db, query.words, within));
  return named.length > 0 ? named : findAlike(db, query.words, within);
}

/** Returns ids of students with similar names, the likeliest first; none for very short words. */
export async function findAlike(
  db: Database,
  words: readonly string[],
  within: Pick<Within, 'schoolId'>,
): Promise<number[]> {
  if (words.join('').length < MIN_NEAR) return [];
  return db.transaction(async (sql) => {
    const [, rows] = await Promise.all([
      sql.run`SELECT set_config('pg_trgm.similarity_threshold', ${LIKENESS}, true)`,
      listAlike(sql, words, within),
    ]);
    return idsOf(rows);
  });
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Sorts behind every text that begins with the prefix, in the order of bytes. */
export const endOf = (prefix: string): string => `${prefix}\u{10ffff}`;

/** Lists students by data that belong to one person, or to a few. */
const listByMark = (
  sql: Sql,
  { email, dob, phone, last4Ssn, id, partnerId }: StudentQuery,
  { schoolId, byJseId }: Within,
): Promise<{ id: number }[]> => sql.many<{ id: number }>`
  SELECT s.id FROM (
    SELECT id, 1 AS place FROM student WHERE id = ${id}::bigint
    UNION ALL
    SELECT id, 2 FROM student WHERE tti_student_id = ${partnerId}::text
    UNION ALL
    SELECT id, 2 FROM student WHERE ${byJseId}::boolean AND jse_id = ${partnerId}::text
    UNION ALL
    SELECT id, 3 FROM student WHERE last4_ssn = ${last4Ssn}::text
    UNION ALL
    SELECT id, 3 FROM student WHERE dob = ${dob}::date
    UNION ALL
    SELECT id, 3 FROM student
      WHERE lower(email) ~>=~ ${email}::text AND lower(email) ~<~ ${email && endOf(email)}::text
    UNION ALL
    SELECT id, 3 FROM student
      WHERE cellphone IS NOT NULL
        AND right(regexp_replace(cellphone, '\\D', '', 'g'), 10) ~>=~ ${phone}::text
        AND right(regexp_replace(cellphone, '\\D', '', 'g'), 10) ~<~ ${phone && endOf(phone)}::text
    UNION ALL
    SELECT id, 4 FROM student
      WHERE phone IS NOT NULL
        AND right(regexp_replace(phone, '\\D', '', 'g'), 10) ~>=~ ${phone}::text
        AND right(regexp_replace(phone, '\\D', '', 'g'), 10) ~<~ ${phone && endOf(phone)}::text
  ) AS known
  JOIN student s ON s.id = known.id
  WHERE ${schoolId}::bigint IS NULL OR s.school_id = ${schoolId}
  GROUP BY s.id
  ORDER BY min(known.place), s.last_name_key, s.first_name_key, s.id
  LIMIT ${MAX_SUGGESTED}`;

/**
 * By the beginnings of names, each word that of another: the longest word finds them by an index,
 * first as a last name.
 */
const listByNames = (
  sql: Sql,
  words: readonly string[],
  { schoolId }: Within,
): Promise<{ id: number }[]> => {
  const lead = [...words].sort((a, b) => b.length - a.length)[0] as string;
  const others = words.filter((word) => word !== lead);
  return sql.many<{ id: number }>`
    SELECT id FROM (
      (SELECT id, 1 AS place, last_name_key, first_name_key FROM student s
        WHERE last_name_key ~>=~ ${lead} AND last_name_key ~<~ ${endOf(lead)}
          AND NOT EXISTS (SELECT FROM unnest(${others}::text[]) AS word
            WHERE NOT starts_with(s.first_name_key, word)
              AND NOT starts_with(coalesce(s.maiden_name_key, ''), word)
              AND position(' ' || word IN s.last_name_key) = 0)
          AND (${schoolId}::bigint IS NULL OR school_id = ${schoolId})
        ORDER BY last_name_key USING ~<~, first_name_key USING ~<~, id LIMIT ${MAX_SUGGESTED})
      UNION ALL
      (SELECT id, 2, last_name_key, first_name_key FROM student s
        WHERE first_name_key ~>=~ ${lead} AND first_name_key ~<~ ${endOf(lead)}
          AND NOT EXISTS (SELECT FROM unnest(${others}::text[]) AS word
            WHERE NOT starts_with(s.last_name_key, word)
              AND NOT starts_with(coalesce(s.maiden_name_key, ''), word)
              AND position(' ' || word IN s.first_name_key) = 0)
          AND (${schoolId}::bigint IS NULL OR school_id = ${schoolId})
        ORDER BY first_name_key USING ~<~, id LIMIT ${MAX_SUGGESTED})
      UNION ALL
      (SELECT id, 3, last_name_key, first_name_key FROM student s
        WHERE maiden_name_key ~>=~ ${lead} AND maiden_name_key ~<~ ${endOf(lead)}
          AND NOT EXISTS (SELECT FROM unnest(${others}::text[]) AS word
            WHERE NOT starts_with(s.first_name_key, word)
              AND NOT starts_with(s.last_name_key, word))
          AND (${schoolId}::bigint IS NULL OR school_id = ${schoolId})
        ORDER BY maiden_name_key USING ~<~, id LIMIT ${MAX_SUGGESTED})
    ) AS named
    GROUP BY id, last_name_key, first_name_key
    ORDER BY min(place), last_name_key, first_name_key, id
    LIMIT ${MAX_SUGGESTED}`;
};

/**
 * Lists students by names one typing error away from a short word, and by names that share trigrams
 * with the query, the likeliest first. Searches the list of all names, which is short compared to
 * the students: a short misspelt word shares hardly any trigram with the intended name.
 */
const listAlike = (
  sql: Sql,
  words: readonly string[],
  { schoolId }: Pick<Within, 'schoolId'>,
): Promise<{ id: number }[]> => {
  const [lead = '', other = null] = [...words].sort((a, b) => b.length - a.length);
  const typed = words.join(' ');
  const isLong = words.join('').length >= MIN_LIKE;
  const [likeLead, likeOther] = isLong ? [lead, other] : [null, null];
  const nearLead = oneSlipAway(lead);
  const nearOther = other === null ? [] : oneSlipAway(other);
  const near = [...nearLead, ...nearOther];
  return sql.many<{ id: number }>`
    WITH lead AS (
      (SELECT name_key FROM student_name WHERE name_key = ANY(${nearLead}::text[])
        ORDER BY similarity(name_key, ${lead}) DESC, name_key LIMIT ${MAX_ALIKE})
      UNION
      (SELECT name_key FROM student_name WHERE name_key % ${likeLead}::text
        ORDER BY similarity(name_key, ${likeLead}::text) DESC, name_key LIMIT ${MAX_ALIKE})),
    other AS (
      (SELECT name_key FROM student_name WHERE name_key = ANY(${nearOther}::text[])
        ORDER BY similarity(name_key, ${other}::text) DESC, name_key LIMIT ${MAX_ALIKE})
      UNION
      (SELECT name_key FROM student_name WHERE name_key % ${likeOther}::text
        ORDER BY similarity(name_key, ${likeOther}::text) DESC, name_key LIMIT ${MAX_ALIKE})),
    named AS (
      SELECT id FROM student
        WHERE ${other}::text IS NULL AND last_name_key = ANY(ARRAY(SELECT name_key FROM lead))
      UNION
      SELECT id FROM student
        WHERE ${other}::text IS NULL AND first_name_key = ANY(ARRAY(SELECT name_key FROM lead))
      UNION
      SELECT id FROM student
        WHERE ${other}::text IS NULL AND maiden_name_key = ANY(ARRAY(SELECT name_key FROM lead))
      UNION
      SELECT id FROM student
        WHERE last_name_key
          = ANY(ARRAY(SELECT name_key FROM lead INTERSECT SELECT name_key FROM other))
      UNION
      SELECT id FROM student
        WHERE last_name_key = ANY(ARRAY(SELECT name_key FROM lead))
          AND first_name_key = ANY(ARRAY(SELECT name_key FROM other))
      UNION
      SELECT id FROM student
        WHERE last_name_key = ANY(ARRAY(SELECT name_key FROM other))
          AND first_name_key = ANY(ARRAY(SELECT name_key FROM lead)))
    SELECT s.id FROM student s
    WHERE s.id = ANY(ARRAY(SELECT id FROM named))
      AND (${schoolId}::bigint IS NULL OR s.school_id = ${schoolId})
    ORDER BY s.first_name_key = ANY(${near}::text[]) OR s.last_name_key = ANY(${near}::text[]) DESC,
      word_similarity(${typed}, s.first_name_key || ' ' || s.last_name_key || ' '
        || coalesce(s.maiden_name_key, '')) DESC,
      s.last_name_key, s.first_name_key, s.id
    LIMIT ${MAX_SUGGESTED}`;
};
