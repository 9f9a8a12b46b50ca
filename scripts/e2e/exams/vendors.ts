import { savePartnerIds } from '@portal/contract/students/partner-ids';
import { thePortal } from '../../portal/place.ts';
import { signedInStaff } from '../people/staff.ts';
import { anEnrolled, type Enrolled } from '../people/students.ts';

/** Sends a vendor's decision to the sandbox, at a path of the vendor. */
export async function vendorDecides(path: string, body: object): Promise<void> {
  const answer = await fetch(`${thePortal.sandboxUrl}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox refused a result: ${await answer.text()}`);
}

/** A result at TAL; by default a pass of 3 credits on paper. */
interface AtTal {
  examCode?: string;
  subject?: string;
  takenOn?: string;
  result?: 'Pass' | 'Fail' | 'Disqualified' | 'Pending';
  score?: number | null;
  credits?: number;
  vendor?: 'TAL' | 'CIS';
  online?: boolean;
}
/** A result at Coopersmith, by default of the same course. */
interface AtCoopersmith {
  courseCode?: string;
  examTakenOn?: string;
  result?: AtTal['result'];
  score?: number | null;
}

/** A student with ids at both vendors. */
export interface KnownAtVendors extends Enrolled {
  talId: string;
  cccId: string;
}

/** Adds a result of TAL or CIS to a student by TAL's id. */
export const resultAtTal = (talId: string, result: AtTal = {}): Promise<void> =>
  vendorDecides('/__tal/results', {
    studentId: talId,
    examCode: 'TAL-101',
    subject: 'Ethics',
    takenOn: '2026-05-04',
    result: 'Pass',
    score: result.result === undefined || result.result === 'Pass' ? 88 : null,
    ...result,
  });

/** Adds a result of Coopersmith to a student by Coopersmith's id. */
export const resultAtCoopersmith = (cccId: string, result: AtCoopersmith = {}): Promise<void> =>
  vendorDecides('/__coopersmith/grades', {
    studentId: cccId,
    courseCode: 'CCC-301',
    examTakenOn: '2026-05-04',
    result: 'Pass',
    score: 84,
    ...result,
  });

/**
 * Returns ids at the vendors that no other student has. A random id may hold the digits of a card
 * number, which every call refuses.
 */
export const idsAtVendors = (studentId: number) => ({
  talId: `T${studentId}`,
  cccId: `C${studentId}`,
  maspedId: `M${studentId}`,
});

/** Creates a student with ids at both vendors, and without results. */
export async function knownAtVendors(
  about: Parameters<typeof anEnrolled>[0] = {},
): Promise<KnownAtVendors> {
  const student = await anEnrolled(about);
  const { talId, cccId } = idsAtVendors(student.id);
  const admin = await signedInStaff('ROLE_ADMIN');
  await admin.do(savePartnerIds, { student_id: student.id, talId, cccId });
  return { ...student, talId, cccId };
}

/** Returns the transcript requests that a vendor received for a student, oldest first. */
export async function transcriptsAt(
  vendor: 'tal' | 'coopersmith',
  studentId: string,
): Promise<{ recipient: string; examCodes?: string[] }[]> {
  const answer = await fetch(
    `${thePortal.sandboxUrl}/${vendor}/transcripts?studentId=${encodeURIComponent(studentId)}`,
  );
  return (await answer.json()) as { recipient: string; examCodes?: string[] }[];
}
