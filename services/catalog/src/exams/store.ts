import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { ExamFields } from './exam.ts';

interface Saved {
  id: number;
  version: number;
  by: string;
  now: Date;
}

/** Writes an exam, a new one with id 0 under the next free id, and gives the id. */
export async function upsertExam(
  sql: Sql,
  exam: ExamFields,
  { id, version, by, now }: Saved,
): Promise<number> {
  const row = await sql.one<Pick<tables.Exam, 'id'>>`
    INSERT INTO exam (id, subject, vendor_id, secular_number, alt1, alt2, alt3, credits,
      duration_minutes, online_only, paper_only, allowed_resources, assignments, content_code,
      program_content_code, alternate_course_version, phonesystem_active, additional_charge_cents,
      exam_proctor_code, active, seminary_testing, course_change_reserved, course_college_id,
      version, created_at)
    VALUES (coalesce(nullif(${id}::bigint, 0), nextval(pg_get_serial_sequence('exam', 'id'))),
      ${exam.subject}, ${exam.vendorId}, ${exam.secularNumber}, ${exam.alt1}, ${exam.alt2},
      ${exam.alt3}, ${exam.credits}, ${exam.durationMinutes}, ${exam.onlineOnly}, ${exam.paperOnly},
      ${exam.allowedResources}, ${exam.assignments}, ${exam.contentCode},
      ${exam.programContentCode}, ${exam.alternateCourseVersion}, ${exam.phonesystemActive},
      ${exam.additionalChargeCents}, ${exam.examProctorCode}, ${exam.active},
      ${exam.seminaryTesting}, ${exam.courseChangeReserved}, ${exam.courseCollegeId},
      ${version}, ${now})
    ON CONFLICT (id) DO UPDATE
    SET subject = excluded.subject, vendor_id = excluded.vendor_id,
      secular_number = excluded.secular_number, alt1 = excluded.alt1, alt2 = excluded.alt2,
      alt3 = excluded.alt3, credits = excluded.credits,
      duration_minutes = excluded.duration_minutes, online_only = excluded.online_only,
      paper_only = excluded.paper_only, allowed_resources = excluded.allowed_resources,
      assignments = excluded.assignments, content_code = excluded.content_code,
      program_content_code = excluded.program_content_code,
      alternate_course_version = excluded.alternate_course_version,
      phonesystem_active = excluded.phonesystem_active,
      additional_charge_cents = excluded.additional_charge_cents,
      exam_proctor_code = excluded.exam_proctor_code, active = excluded.active,
      seminary_testing = excluded.seminary_testing,
      course_change_reserved = excluded.course_change_reserved,
      course_college_id = excluded.course_college_id, version = excluded.version,
      last_change = ${now}, last_change_by = ${by}
    RETURNING id`;
  return row.id;
}

/** Makes the exams that are required the given ones. */
export async function keepRequirements(
  sql: Sql,
  examId: number,
  requiredExamIds: number[],
): Promise<void> {
  await sql.run`
    DELETE FROM exam_requirement
    WHERE exam_id = ${examId} AND required_exam_id <> ALL(${requiredExamIds}::bigint[])`;
  await sql.run`
    INSERT INTO exam_requirement (exam_id, required_exam_id)
    SELECT ${examId}, unnest(${requiredExamIds}::bigint[]) ON CONFLICT DO NOTHING`;
}

/**
 * Makes the study materials on offer the given ones; one that keeps its url keeps its id, and those
 * that retired stay.
 */
export async function keepMaterials(
  sql: Sql,
  examId: number,
  materials: ExamFields['studyMaterials'],
): Promise<void> {
  await sql.run`
    DELETE FROM study_material
    WHERE exam_id = ${examId} AND active
      AND url <> ALL(${materials.map(({ url }) => url)}::text[])`;
  for (const { fileType, displayTitle, url, lastUpdatedDate } of materials) {
    await sql.run`
      INSERT INTO study_material (exam_id, file_type, display_title, url, last_updated_date)
      VALUES (${examId}, ${fileType}, ${displayTitle}, ${url}, ${lastUpdatedDate})
      ON CONFLICT (exam_id, url) DO UPDATE
      SET file_type = excluded.file_type, display_title = excluded.display_title,
        last_updated_date = excluded.last_updated_date`;
  }
}

/** Of these exam ids those that do not exist. */
export async function unknownExams(sql: Sql, ids: number[]): Promise<number[]> {
  const rows = await sql.many<{ id: number }>`
    SELECT asked.id FROM unnest(${ids}::bigint[]) AS asked (id)
    WHERE NOT EXISTS (SELECT FROM exam WHERE exam.id = asked.id) ORDER BY asked.id`;
  return rows.map(({ id }) => id);
}

/**
 * Whether what is required leads back to the exam: it requires itself, or does so through others.
 */
export async function leadsBackTo(
  sql: Sql,
  examId: number,
  requiredExamIds: number[],
): Promise<boolean> {
  const { found } = await sql.one<{ found: boolean }>`
    WITH RECURSIVE needed (id) AS (
      SELECT unnest(${requiredExamIds}::bigint[])
      UNION SELECT r.required_exam_id FROM exam_requirement r JOIN needed ON r.exam_id = needed.id
      WHERE r.exam_id <> ${examId})
    SELECT EXISTS (SELECT FROM needed WHERE id = ${examId}) AS found`;
  return found;
}

/** Whether exams are added for a vendor. */
export async function isVendorActive(sql: Sql, id: number): Promise<boolean> {
  const { found } = await sql.one<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM vendor WHERE id = ${id} AND active) AS found`;
  return found;
}
