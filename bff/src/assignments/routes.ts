import * as contract from '@portal/contract/courses/assignments';
import type { Assignment } from '@portal/proto/registration/v1/assignments';
import { route } from '../http/route.ts';

/** Coopersmith is given eight seconds twice before the first hand-in, and 25 for the file. */
const HAND_IN_MS = 50_000;

const uploadedDate = ({ uploadedAt }: Assignment): string | null =>
  uploadedAt?.toISOString() ?? null;

const assignmentView = (one: Assignment): contract.Assignment => ({
  studentAssignmentId: one.studentAssignmentId,
  courseAssignmentName: one.name,
  courseAssignmentDescription: one.description ?? null,
  studentAssignmentUploaded: one.uploaded,
  studentAssignmentUploadedDate: uploadedDate(one),
});

export const assignmentRoutes = [
  route(contract.getCoopersmithAssignments, async ({ input, by }, { registration }) => {
    const { assignments } = await registration.assignments.listAssignments(input, by);
    return { assignments: assignments.map(assignmentView) };
  }),

  route(contract.getStudentCccId, ({ input, by }, { registration }) =>
    registration.assignments.getCccId({ examId: input.examId }, by),
  ),

  route(contract.uploadCoopersmithAssignment, async ({ input, file, by }, { registration }) => {
    const handedIn = await registration.assignments.uploadAssignment(
      {
        registrationId: input.regId,
        studentAssignmentId: input.studentAssignmentId,
        fileName: file.name,
        contentType: file.type,
        content: file.content,
      },
      { ...by, deadlineMs: HAND_IN_MS },
    );
    return {
      uploadResponse: handedIn.assignments.map((one) => ({
        studentAssignmentID: one.studentAssignmentId,
        studentAssignmentUploaded: one.uploaded,
        studentAssignmentUploadedDate: uploadedDate(one),
      })),
      onlineAssignmentUploaded: handedIn.uploaded,
    };
  }),
];
