import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/** A study material with the exam whose it is. */
export interface KeptMaterial
  extends Pick<
      tables.StudyMaterial,
      | 'id'
      | 'examId'
      | 'fileType'
      | 'displayTitle'
      | 'url'
      | 'lastUpdatedDate'
      | 'fetched'
      | 'active'
      | 'version'
      | 'lastChange'
      | 'lastChangeBy'
    >,
    Pick<tables.Exam, 'subject' | 'secularNumber' | 'vendorId'> {
  vendorName: string;
  /** Null: a link. */
  fileName: string | null;
}

/** Materials by exam and title; null reads all. */
export const readMaterials = (sql: Sql, ids: number[] | null): Promise<KeptMaterial[]> =>
  sql.many<KeptMaterial>`
    SELECT m.id, m.exam_id, m.file_type, m.display_title, m.url, m.last_updated_date, m.fetched,
      m.active, m.version, m.last_change, m.last_change_by, e.subject, e.secular_number,
      e.vendor_id, v.name AS vendor_name, f.name AS file_name
    FROM study_material m JOIN exam e ON e.id = m.exam_id JOIN vendor v ON v.id = e.vendor_id
    LEFT JOIN study_material_file f ON f.material_id = m.id
    WHERE ${ids}::bigint[] IS NULL OR m.id = ANY(${ids}::bigint[])
    ORDER BY lower(e.subject), e.vendor_id, e.id, lower(m.display_title), m.id`;

/** The exam, title and link of a material; `file:` and the hash of a file replace the link. */
export type MaterialForm = Pick<
  tables.StudyMaterial,
  'examId' | 'fileType' | 'displayTitle' | 'url' | 'lastUpdatedDate' | 'active'
>;

interface Changed {
  by: string;
  now: Date;
}

/** Adds a material of the office and gives its id. */
export async function insertMaterial(
  sql: Sql,
  { examId, fileType, displayTitle, url, lastUpdatedDate, active }: MaterialForm,
  { by, now }: Changed,
): Promise<number> {
  const { id } = await sql.one<Pick<tables.StudyMaterial, 'id'>>`
    INSERT INTO study_material (exam_id, file_type, display_title, url, last_updated_date, active,
      last_change, last_change_by)
    VALUES (${examId}, ${fileType}, ${displayTitle}, ${url}, ${lastUpdatedDate}, ${active}, ${now},
      ${by})
    RETURNING id`;
  return id;
}

export const updateMaterial = (
  sql: Sql,
  id: number,
  { examId, fileType, displayTitle, url, lastUpdatedDate, active }: MaterialForm,
  { by, now }: Changed,
): Promise<number> =>
  sql.run`
    UPDATE study_material SET exam_id = ${examId}, file_type = ${fileType},
      display_title = ${displayTitle}, url = ${url}, last_updated_date = ${lastUpdatedDate},
      active = ${active}, version = version + 1, last_change = ${now}, last_change_by = ${by}
    WHERE id = ${id}`;

/** A PDF as it was looked into. */
export interface NewFile extends Pick<tables.StudyMaterialFile, 'name' | 'content' | 'sha256'> {}

/** Keeps the file of a material, in place of the one before. */
export const keepFile = (
  sql: Sql,
  materialId: number,
  { name, content, sha256 }: NewFile,
  { by, now }: Changed,
): Promise<number> =>
  sql.run`
    INSERT INTO study_material_file (material_id, name, content, size, sha256, uploaded_by,
      uploaded_at)
    VALUES (${materialId}, ${name}, ${content}, ${content.length}, ${sha256}, ${by}, ${now})
    ON CONFLICT (material_id) DO UPDATE
    SET name = excluded.name, content = excluded.content, size = excluded.size,
      sha256 = excluded.sha256, uploaded_by = excluded.uploaded_by,
      uploaded_at = excluded.uploaded_at`;

/** A material that became a link has no file any more. */
export const dropFile = (sql: Sql, materialId: number): Promise<number> =>
  sql.run`DELETE FROM study_material_file WHERE material_id = ${materialId}`;
