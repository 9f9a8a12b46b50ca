import { askPartner, type SentFile } from '@portal/kit/partners/ask-partner';
import { z } from 'zod';

const Student = z.object({ studentId: z.string().min(1).max(100) });
const Assignments = z.object({
  assignments: z
    .array(
      z.object({
        studentAssignmentId: z.int().positive(),
        name: z.string().min(1).max(500),
        description: z.string().max(10_000).nullish(),
        uploaded: z.boolean(),
        uploadedAt: z.iso.datetime({ offset: true }).nullish(),
        graded: z.boolean().default(false),
      }),
    )
    .max(200),
});
/** An assignment in the vendor's current list. */
export type VendorAssignment = z.output<typeof Assignments>['assignments'][number];

/** How long a file may take, in milliseconds. */
export const UPLOAD_MS = 25_000;

const at = (path: string) => `${process.env.COOPERSMITH_URL}/students${path}`;
const ofStudent = (cccId: string) => `/${encodeURIComponent(cccId)}`;

/**
 * Registers a student with the vendor, once per reference, and returns the vendor's id of the
 * student. Throws PartnerError.
 */
export async function makeRecord(student: {
  reference: string;
  firstName: string;
  lastName: string;
  email: string;
}): Promise<string> {
  const made = await askPartner({
    partner: 'coopersmith',
    method: 'POST',
    url: at(''),
    body: student,
    answer: Student,
  });
  return made.studentId;
}

/**
 * The assignments of a course in the vendor's order; the student is put into it, once a reference.
 * Throws PartnerError.
 */
export async function assignmentsOf(
  cccId: string,
  course: { reference: string; courseCode: string; subject: string; credits: number },
): Promise<VendorAssignment[]> {
  const url = at(`${ofStudent(cccId)}/courses`);
  const answer = await askPartner({
    partner: 'coopersmith',
    method: 'POST',
    url,
    body: course,
    answer: Assignments,
  });
  return answer.assignments;
}

/**
 * Submits a file, which replaces an earlier one. Returns the assignments of the course afterwards.
 * Throws PartnerError.
 */
export async function handIn(
  cccId: string,
  studentAssignmentId: number,
  file: SentFile,
): Promise<VendorAssignment[]> {
  const url = at(`${ofStudent(cccId)}/assignments/${studentAssignmentId}`);
  const answer = await askPartner({
    partner: 'coopersmith',
    method: 'POST',
    url,
    file,
    answer: Assignments,
    timeoutMs: UPLOAD_MS,
  });
  return answer.assignments;
}
