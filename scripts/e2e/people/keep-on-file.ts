import { saveNote } from '@portal/contract/students/student-file';
import type { Person } from '../../portal-user/person.ts';

/** The table with texts of `keepOnFile`. */
export const FILE_TABLE = 'identity.student_note';

/** Writes a text for staff alone into a student's file, where it shows on top. */
export async function keepOnFile(by: Person, student_id: number, text: string): Promise<void> {
  await by.do(saveNote, { student_id, text, pinned: true });
}
