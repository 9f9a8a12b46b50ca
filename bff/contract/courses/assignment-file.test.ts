import { expect, test } from '@jest/globals';
import { assignmentFileRefusal, largestAssignment } from './assignment-file.ts';

const wrongType = 'Please choose a PDF, DOC, DOCX, RTF, ODT, TXT, JPG or PNG file.';

test.each([
  { name: 'essay.pdf', size: 1, says: null },
  { name: 'ESSAY.DocX', size: largestAssignment, says: null },
  { name: 'photo of my notes.jpeg', size: 5000, says: null },
  { name: 'essay.pdf', size: 0, says: 'The file is empty.' },
  { name: 'essay.pdf', size: largestAssignment + 1, says: 'The file is too large: at most 20 MB.' },
  { name: 'essay.pdf.exe', size: 1, says: wrongType },
  { name: 'essay', size: 1, says: wrongType },
  { name: 'pdf', size: 1, says: wrongType },
  { name: 'page.html', size: 1, says: wrongType },
])('a file $name of $size bytes: $says', ({ name, size, says }) => {
  expect(assignmentFileRefusal({ name, size })).toBe(says);
});
