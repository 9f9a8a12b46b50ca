import type { Call } from '@portal/kit/commands/command';
import type * as tables from '../../prisma/tables.ts';
import { domainError } from '../errors.ts';
import type { StudyMaterial } from './exam.ts';

/** The file of a material that the office uploaded. */
export type MaterialFile = Pick<tables.StudyMaterialFile, 'name' | 'content'>;

export interface GetStudyMaterial {
  materialId: number;
  /** With its file, where it is one. */
  withFile: boolean;
  /** One that is not offered any more, too. */
  withRetired: boolean;
}

interface OpenedMaterial extends StudyMaterial {
  examId: number;
  /** Null unless the caller requested the file. */
  file: MaterialFile | null;
}

/** A study material and the exam whose it is. Refuses with material_not_found. R-122. */
export async function getStudyMaterial(
  { db }: Pick<Call, 'db'>,
  { materialId, withFile, withRetired }: GetStudyMaterial,
): Promise<OpenedMaterial> {
  const material = await db.maybe<StudyMaterial & Pick<tables.StudyMaterial, 'examId'>>`
    SELECT id, exam_id, file_type, display_title, url, last_updated_date FROM study_material
    WHERE id = ${materialId} AND (active OR ${withRetired})`;
  if (!material) throw domainError('material_not_found');
  const file = withFile
    ? await db.maybe<MaterialFile>`
        SELECT name, content FROM study_material_file WHERE material_id = ${materialId}`
    : undefined;
  return { ...material, url: linkOf(material.url), file: file ?? null };
}

/** Where a material is; empty where it is a file, which has no address of its own. */
export const linkOf = (url: string): string => (url.startsWith('file:') ? '' : url);
