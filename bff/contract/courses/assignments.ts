import * as z from 'zod';
import { call } from '../call.ts';
import { id, instant, queryId } from '../types.ts';
import { assignmentFileTypes, largestAssignment } from './assignment-file.ts';

export const Assignment = z
  .object({
    studentAssignmentId: z.int(),
    courseAssignmentName: z.string(),
    courseAssignmentDescription: z.string().nullable(),
    studentAssignmentUploaded: z.boolean(),
    studentAssignmentUploadedDate: instant.nullable(),
  })
  .meta({ id: 'Assignment' });
export type Assignment = z.output<typeof Assignment>;

export const getCoopersmithAssignments = call({
  method: 'POST',
  path: '/api/getCoopersmithAssignments',
  summary: 'Assignments of a Coopersmith course, as the vendor has them now',
  description: 'Starts nothing.',
  permission: 'assignment.list',
  onStudent: true,
  body: z.object({ registrationId: id, examId: id }),
  answer: z.object({ assignments: z.array(Assignment).describe("In the vendor's order") }),
  refuses: { coopersmith_failed: 502, no_assignments: 409, registration_not_found: 404 },
});

export const getStudentCccId = call({
  method: 'POST',
  path: '/api/getStudentCccId',
  summary: 'What Coopersmith calls the student, who is put on record there if need be',
  permission: 'ccc_id.read',
  onStudent: true,
  body: z.object({ examId: id }),
  answer: z.object({ cccId: z.string() }),
  refuses: { coopersmith_failed: 502, not_registered: 403 },
});

export const uploadCoopersmithAssignment = call({
  method: 'POST',
  path: '/api/uploadCoopersmithAssignment',
  keyed: true,
  summary: 'Hands a file in for an assignment, in the place of an earlier one until that is graded',
  description:
    'PDF, DOC, DOCX, RTF, ODT, TXT, JPG or PNG, by content as well as by name; at most 20 MB. ' +
    'Only the student herself.',
  permission: 'assignment.upload',
  onStudent: true,
  body: z.object({ regId: queryId, studentAssignmentId: queryId }),
  upload: { field: 'assignment', largest: largestAssignment, types: assignmentFileTypes },
  answer: z.object({
    uploadResponse: z
      .array(
        z.object({
          studentAssignmentID: z.int(),
          studentAssignmentUploaded: z.boolean(),
          studentAssignmentUploadedDate: instant.nullable(),
        }),
      )
      .describe('All assignments of the registration'),
    onlineAssignmentUploaded: z.boolean().describe('The vendor has this file'),
  }),
  refuses: {
    staff_cannot_upload: 403,
    office_only: 403,
    registration_not_found: 404,
    assignment_not_found: 404,
    assignment_graded: 409,
    fees_due: 409,
    course_time_over: 409,
    too_large: 413,
    wrong_type: 415,
    file_refused: 422,
    coopersmith_failed: 502,
  },
});
