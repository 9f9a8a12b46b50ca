import type { FieldError } from '@portal/kit/errors';
import { z } from 'zod';
import { FILE_TYPES } from '../exams/check-exam.ts';

/** The fields of a material in the office's form. */
export interface WantedMaterialForm {
  examId: number;
  fileType: string;
  displayTitle: string;
  /** Null: it is a file, or the current link or file stays. */
  url: string | null;
}

const link = z.url({ protocol: /^https$/ }).max(500);

/** Returns the errors of a material, field by field; `hasFile`: a file comes with it. R-122. */
export function materialErrors(
  { fileType, displayTitle, url }: WantedMaterialForm,
  { isNew, hasFile }: { isNew: boolean; hasFile: boolean },
): FieldError[] {
  const errors: FieldError[] = [];
  if (!FILE_TYPES.includes(fileType)) errors.push({ path: 'fileType', message: 'Kind invalid' });
  if (displayTitle === '' || displayTitle.length > 120)
    errors.push({ path: 'displayTitle', message: 'Title invalid' });
  if (url !== null && !link.safeParse(url).success)
    errors.push({ path: 'url', message: 'Please enter a link that begins with https://.' });
  if (url !== null && hasFile)
    errors.push({ path: 'url', message: 'Give a link or a file, not both.' });
  if (isNew && url === null && !hasFile)
    errors.push({ path: 'url', message: 'Please enter a link or choose a file.' });
  return errors;
}
