import { openStudyMaterial } from '@portal/contract/exams/exams';

/** Returns the address of the call that serves the file of a study material. */
export const addressOfFile = (materialId: number): string =>
  `${openStudyMaterial.path}?materialId=${materialId}&format=file`;
