import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import { listVersion } from '../list-version.ts';
import type { Exam, StudyMaterial } from './exam.ts';

/** Every exam by subject and vendor, or none when the caller holds the newest version already. */
export async function listExams(
  { db }: Call,
  known: number,
): Promise<{ version: number; unchanged: boolean; exams: Exam[] }> {
  const version = await listVersion(db, 'exams');
  if (version === known) return { version, unchanged: true, exams: [] };
  return { version, unchanged: false, exams: await readExams(db, null) };
}

/** Exams by id; unknown ids are left out. */
export const getExams = ({ db }: Call, ids: number[]): Promise<Exam[]> => readExams(db, ids);

/** Reads exams with their required exams and offered study materials; null reads all. */
export async function readExams(sql: Sql, ids: number[] | null): Promise<Exam[]> {
  const [exams, materials] = await Promise.all([
    sql.many<Omit<Exam, 'studyMaterials'>>`
      SELECT e.id, e.subject, e.vendor_id, v.name AS vendor_name, v.fullname AS vendor_fullname,
        e.secular_number, e.alt1, e.alt2, e.alt3, e.credits, e.duration_minutes, e.online_only,
        e.paper_only, e.allowed_resources, e.assignments, e.content_code, e.program_content_code,
        e.alternate_course_version, e.phonesystem_active, e.additional_charge_cents,
        e.exam_proctor_code, e.active, e.seminary_testing, e.course_change_reserved,
        e.course_college_id, e.version,
        ARRAY(SELECT required_exam_id::int FROM exam_requirement WHERE exam_id = e.id
          ORDER BY required_exam_id) AS required_exam_ids
      FROM exam e JOIN vendor v ON v.id = e.vendor_id
      WHERE ${ids}::bigint[] IS NULL OR e.id = ANY(${ids}::bigint[])
      ORDER BY lower(e.subject), e.vendor_id, e.id`,
    sql.many<StudyMaterial & Pick<tables.StudyMaterial, 'examId'>>`
      SELECT id, exam_id, file_type, display_title, url, last_updated_date FROM study_material
      WHERE active AND (${ids}::bigint[] IS NULL OR exam_id = ANY(${ids}::bigint[]))
      ORDER BY id`,
  ]);
  const byExam = Map.groupBy(materials, ({ examId }) => examId);
  return exams.map((exam) => ({ ...exam, studyMaterials: byExam.get(exam.id) ?? [] }));
}
