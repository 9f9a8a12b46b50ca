import { Student } from '@portal/proto/identity/v1/students';
import { asAdmin } from './as.ts';
import { rpc } from './clients.ts';

/** What an admin corrected on the records of students of school 209. */
const corrections = [
  { studentId: 2101, change: { cellphone: '732-555-8101' } },
  { studentId: 2102, change: { address: '14 Cedar Court', city: 'Lakewood', zip: '08701' } },
  {
    studentId: 2104,
    change: { accommodations: 'Extra time', accommodationsApprovedBy: 'Avi Stern' },
  },
  { studentId: 2104, change: { cellphone: '732-555-8104' } },
];

/** What the office wrote down. */
const notes = [
  { studentId: 1003, text: 'Prefers to be called in the afternoon.', pinned: true },
  { studentId: 1003, text: 'Asked about a payment plan for the second semester.', pinned: false },
];

/**
 * Corrections of students' records, so that there is something to read in their history, and notes
 * about them.
 */
export async function seedOfficeWork(): Promise<void> {
  for (const [place, { studentId, change }] of corrections.entries())
    await rpc.students.editStudent(
      { student: Student.fromPartial(change), fields: Object.keys(change) },
      asAdmin(`correction ${place}`, studentId),
    );
  for (const [place, { studentId, ...note }] of notes.entries())
    await rpc.files.saveNote(note, asAdmin(`note ${place}`, studentId));
}
