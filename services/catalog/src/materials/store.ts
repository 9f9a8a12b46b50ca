import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { WantedMaterial } from './wanted-materials.ts';

/**
 * Seconds after which an unended fetch counts as dead: the requests to both partners have timed out
 * long before.
 */
const DEAD_AFTER_SECONDS = 60;

/** Sentences about a partner that failed. */
export type FetchErrors = Pick<tables.MaterialUpdate, 'talError' | 'cisError'>;

/** Begins a fetch and gives its id; null while another one runs. One that died is closed. */
export async function openUpdate(
  sql: Sql,
  { by, now }: { by: string; now: Date },
): Promise<number | null> {
  await sql.run`
    UPDATE material_update
    SET finished_at = ${now}, tal_error = 'The fetch was interrupted.',
      cis_error = 'The fetch was interrupted.'
    WHERE finished_at IS NULL
      AND started_at < ${now}::timestamptz - ${DEAD_AFTER_SECONDS} * interval '1 second'`;
  const row = await sql.maybe<Pick<tables.MaterialUpdate, 'id'>>`
    INSERT INTO material_update (started_at, started_by) VALUES (${now}, ${by})
    ON CONFLICT DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/** Ends a fetch. A fetch that has already been closed as dead keeps its values. */
export async function closeUpdate(
  sql: Sql,
  id: number,
  { updated, talError, cisError }: FetchErrors & { updated: number },
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE material_update
    SET finished_at = ${now}, updated = ${updated}, tal_error = ${talError}, cis_error = ${cisError}
    WHERE id = ${id} AND finished_at IS NULL`;
}

/** How the last fetch went, and when one last brought something. */
export async function lastFetch(sql: Sql): Promise<FetchErrors & { lastUpdated: Date | null }> {
  return sql.one<FetchErrors & { lastUpdated: Date | null }>`
    SELECT last.tal_error, last.cis_error,
      (SELECT max(finished_at) FROM material_update WHERE tal_error IS NULL OR cis_error IS NULL)
      AS last_updated
    FROM (SELECT 1) AS always
    LEFT JOIN (SELECT tal_error, cis_error FROM material_update WHERE finished_at IS NOT NULL
      ORDER BY finished_at DESC, id DESC LIMIT 1) AS last ON true`;
}

/** Active exams of a vendor, by which a list of materials is matched. */
export const examsOfVendor = (
  sql: Sql,
  vendor: string,
): Promise<Pick<tables.Exam, 'id' | 'secularNumber'>[]> =>
  sql.many`
    SELECT e.id, e.secular_number FROM exam e JOIN vendor v ON v.id = e.vendor_id
    WHERE v.name = ${vendor} AND e.active`;

/**
 * Makes the fetched materials of these exams the wanted ones; gives the exam of each that was
 * added, changed or removed.
 */
export async function keepFetched(
  sql: Sql,
  examIds: readonly number[],
  wanted: readonly WantedMaterial[],
): Promise<number[]> {
  const [ofExam, urls] = [wanted.map(({ examId }) => examId), wanted.map(({ url }) => url)];
  const removed = await sql.many<Pick<tables.StudyMaterial, 'examId'>>`
    DELETE FROM study_material WHERE fetched AND exam_id = ANY(${examIds}::bigint[])
      AND (exam_id, url) NOT IN (SELECT * FROM unnest(${ofExam}::bigint[], ${urls}::text[]))
    RETURNING exam_id`;
  const kept = await sql.many<Pick<tables.StudyMaterial, 'examId'>>`
    INSERT INTO study_material AS there (exam_id, file_type, display_title, url, last_updated_date,
      fetched)
    SELECT *, true
    FROM unnest(${ofExam}::bigint[], ${wanted.map(({ fileType }) => fileType)}::text[],
      ${wanted.map(({ displayTitle }) => displayTitle)}::text[], ${urls}::text[],
      ${wanted.map(({ lastUpdatedDate }) => lastUpdatedDate)}::date[])
    ON CONFLICT (exam_id, url) DO UPDATE
    SET file_type = excluded.file_type, display_title = excluded.display_title,
      last_updated_date = excluded.last_updated_date, fetched = true, active = true
    WHERE (there.file_type, there.display_title, there.last_updated_date, there.fetched,
      there.active) IS DISTINCT FROM (excluded.file_type, excluded.display_title,
      excluded.last_updated_date, true, true)
    RETURNING there.exam_id`;
  return [...removed, ...kept].map(({ examId }) => examId);
}
