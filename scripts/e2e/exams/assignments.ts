import {
  getCoopersmithAssignments,
  uploadCoopersmithAssignment,
} from '@portal/contract/courses/assignments';
import type { Exam } from '@portal/contract/exams/exam';
import { thePortal } from '../../portal/place.ts';
import { type Ready, readyOnline } from './online.ts';

const isCourse = (exam: Exam): boolean =>
  exam.vendor_id === 3 &&
  exam.assignments &&
  exam.credits === 3 &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  exam.registration_id === null;

/** Creates a student with a course that has assignments, its fee paid. */
export const inCourse = (): Promise<Ready> => readyOnline({ holds: isCourse });

/** Returns the vendor's ids of the assignments that a student has to submit. */
export async function assignmentIds({
  person,
  ids: { examId, registrationId },
}: Ready): Promise<number[]> {
  const { assignments } = await person.do(getCoopersmithAssignments, { registrationId, examId });
  return assignments.map(({ studentAssignmentId }) => studentAssignmentId);
}

/** Returns a small file whose content matches its type. */
export const anEssay = (text = 'essay'): File =>
  new File([`%PDF-1.7\n${text}`], 'essay.pdf', { type: 'application/pdf' });

/** Submits a file. */
export const handIn = (
  { person, registrationId: regId }: Ready,
  studentAssignmentId: number,
  assignment: File,
  key: string,
) => person.ask(uploadCoopersmithAssignment, { regId, studentAssignmentId, assignment }, key);

interface AtVendor {
  enrolmentId: string;
  assignments: {
    studentAssignmentId: number;
    uploaded: boolean;
    file: { name: string; bytes: number; sha256: string } | null;
  }[];
}

/** Returns Coopersmith's data about the course of a registration. */
export async function atCoopersmith(cccId: string, registrationId: number): Promise<AtVendor> {
  const answer = await fetch(`${thePortal.sandboxUrl}/coopersmith/students/${cccId}/courses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      reference: `registration-${registrationId}`,
      courseCode: 'known',
      subject: 'known',
    }),
  });
  return (await answer.json()) as AtVendor;
}

/** Returns the address of the page on which Coopersmith grades a course. */
export async function coopersmithPageOf(cccId: string, registrationId: number): Promise<string> {
  const { enrolmentId } = await atCoopersmith(cccId, registrationId);
  return `${thePortal.sandboxUrl}/coopersmith/play/${enrolmentId}`;
}
