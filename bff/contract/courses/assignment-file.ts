/** The largest file of an assignment, in bytes. R-344. */
export const largestAssignment = 20 * 1024 * 1024;
/** Kinds of files that may be handed in, by the end of their names. R-345. */
export const assignmentFileTypes = [
  'pdf',
  'doc',
  'docx',
  'rtf',
  'odt',
  'txt',
  'jpg',
  'jpeg',
  'png',
] as const;

/**
 * Why a file cannot be handed in, as far as its name and size say, or null; the content is looked
 * into when it comes in..
 */
export function assignmentFileRefusal({
  name,
  size,
}: {
  name: string;
  size: number;
}): string | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (!assignmentFileTypes.some((type) => type === ending))
    return 'Please choose a PDF, DOC, DOCX, RTF, ODT, TXT, JPG or PNG file.';
  if (size === 0) return 'The file is empty.';
  if (size > largestAssignment) return 'The file is too large: at most 20 MB.';
  return null;
}
