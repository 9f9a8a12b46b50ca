import type { Call } from '@portal/kit/commands/command';
import type * as tables from '../../prisma/tables.ts';
import { domainError } from '../errors.ts';
import type { StudyMaterial } from './exam.ts';

/** A study material and the exam whose it is. Refuses with material_not_found. */
export async function getStudyMaterial(
  { db }: Pick<Call, 'db'>,
  id: number,
): Promise<StudyMaterial & { examId: number }> {
  const material = await db.maybe<StudyMaterial & Pick<tables.StudyMaterial, 'examId'>>`
    SELECT id, exam_id, file_type, display_title, url, last_updated_date FROM study_material
    WHERE id = ${id}`;
  if (material) return material;
  throw domainError('material_not_found');
}
