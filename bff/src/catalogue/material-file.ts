import { openStudyMaterial } from '@portal/contract/exams/exams';

/** The call that gives the file of a study material to who may open it. */
export const addressOfFile = (materialId: number): string =>
  `${openStudyMaterial.path}?materialId=${materialId}&format=file`;
