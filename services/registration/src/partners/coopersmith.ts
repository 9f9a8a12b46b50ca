import { z } from 'zod';
import { askPartner, PartnerTrouble, type SentFile } from './ask-partner.ts';

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
/** An assignment as the vendor has it now. */
export type VendorAssignment = z.output<typeof Assignments>['assignments'][number];

/** How long a file may take, in milliseconds. */
export const UPLOAD_MS = 25_000;

const at = (path: string) => `${process.env.COOPERSMITH_URL}/students${path}`;
const ofStudent = (cccId: string) => `/${encodeURIComponent(cccId)}`;
const known = <T>(answer: T | null): T => {
  if (answer === null) throw new PartnerTrouble('not known there', { isRefused: true });
  return answer;
};

/** Puts a student on record, once a reference, and gives what the vendor calls her. Throws PartnerTrouble. */
export async function makeRecord(student: { reference: string; firstName: string; lastName: string; email: string }): Promise<string> {
  const made = await askPartner({ partner: 'coopersmith', method: 'POST', url: at(''), body: student, answer: Student });
  return known(made).studentId;
}

/** The assignments of a course in the vendor's order; the student is put into it, once a reference. Throws PartnerTrouble. */
export async function assignmentsOf(
  cccId: string,
  course: { reference: string; courseCode: string; subject: string; credits: number },
): Promise<VendorAssignment[]> {
  const url = at(`${ofStudent(cccId)}/courses`);
  return known(await askPartner({ partner: 'coopersmith', method: 'POST', url, body: course, answer: Assignments })).assignments;
}

/** Hands a file in; it takes the place of an earlier one. Gives the assignments of the course afterwards. Throws PartnerTrouble. */
export async function handIn(cccId: string, studentAssignmentId: number, file: SentFile): Promise<VendorAssignment[]> {
  const url = at(`${ofStudent(cccId)}/assignments/${studentAssignmentId}`);
  const answer = await askPartner({ partner: 'coopersmith', method: 'POST', url, file, answer: Assignments, patienceMs: UPLOAD_MS });
  return known(answer).assignments;
}
