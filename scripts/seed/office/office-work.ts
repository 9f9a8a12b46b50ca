import { newYorkDay } from '@portal/contract/days';
import { steadyNow } from '@portal/kit/steady-clock';
import { Student } from '@portal/proto/identity/v1/students';
import { asAdmin } from '../as.ts';
import { rpc } from '../clients.ts';

/** Corrections by an admin on the records of students of school 209. */
const corrections = [
  { studentId: 2101, change: { cellphone: '732-555-8101' } },
  { studentId: 2102, change: { address: '14 Cedar Court', city: 'Lakewood', zip: '08701' } },
  {
    studentId: 2104,
    change: { accommodations: 'Extra time', accommodationsApprovedBy: 'Avi Stern' },
  },
  { studentId: 2104, change: { cellphone: '732-555-8104' } },
];

/** Notes of the office. */
const notes = [
  { studentId: 1003, text: 'Prefers to be called in the afternoon.', pinned: true },
  { studentId: 1003, text: 'Asked about a payment plan for the second semester.', pinned: false },
];

const today = newYorkDay(steadyNow());
const daysFromNow = (days: number): string =>
  Temporal.PlainDate.from(today).add({ days }).toString();
const LETTER = '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n';

/** Accommodations: granted, pending and ended. */
const accommodations = [
  { studentId: 1004, kind: 'extra_time', percent: 25, from: -60, isApproved: true },
  { studentId: 1003, kind: 'reader', from: -2, isApproved: false },
  { studentId: 1002, kind: 'large_print', from: -400, until: -35, isApproved: true },
  {
    studentId: 2101,
    kind: 'breaks',
    minutes: 15,
    from: -10,
    isApproved: true,
    document: { name: 'letter.pdf', type: 'application/pdf', content: Buffer.from(LETTER) },
  },
];

/**
 * Corrects students' records to give them a history, and adds notes about them and accommodations
 * in exams.
 */
export async function seedOfficeWork(): Promise<void> {
  for (const [place, { studentId, change }] of corrections.entries())
    await rpc.students.editStudent(
      { student: Student.fromPartial(change), fields: Object.keys(change) },
      asAdmin(`correction ${place}`, studentId),
    );
  for (const [place, { studentId, ...note }] of notes.entries())
    await rpc.files.saveNote(note, asAdmin(`note ${place}`, studentId));
  for (const [
    place,
    { studentId, from, until, isApproved, ...granted },
  ] of accommodations.entries()) {
    const days = {
      validFrom: daysFromNow(from),
      validUntil: until === undefined ? undefined : daysFromNow(until),
    };
    const { accommodations: saved } = await rpc.files.saveAccommodation(
      { ...granted, ...days, version: 0 },
      asAdmin(`accommodation ${place}`, studentId),
    );
    const [{ id: accommodationId = 0 } = {}] = saved?.accommodations ?? [];
    if (isApproved)
      await rpc.files.decideAccommodation(
        { accommodationId, version: 1, decision: 'approve' },
        asAdmin(`accommodation ${place} approved`),
      );
  }
}
