import * as z from 'zod';
import { call } from '../call.ts';
import { flag, id, instant, text } from '../types.ts';
import { ExamResult } from './student-info.ts';

const studentId = id.optional().describe('The same as student_id');
const sent = { success: z.literal(true), message: z.string() };
const description =
  'Refused with the first block that stands (transcriptBlocks of getStudentInfo). ' +
  'One in 24 hours; what the vendor did not take may be requested again.';
const refuses = {
  student_not_found: 404,
  no_college: 409,
  no_exams: 409,
  requested_recently: 409,
  partner_failed: 502,
} as const;

export const requestTALTranscript = call({
  method: 'POST',
  path: '/api/admin/requestTALTranscript',
  keyed: true,
  summary: 'Requests a transcript of TAL and CIS, sent to the college (C-A64)',
  description,
  permission: 'transcript.request',
  onStudent: true,
  body: z.object({
    studentId,
    pendingOverride: flag.optional().describe('Exams whose grades are pending are left off'),
  }),
  answer: z.object({ ...sent, talLatestTranscriptRequest: instant }),
  refuses: { ...refuses, unredeemed_seminary: 409, pending_grades: 409, tal_id_missing: 409 },
});

export const addTranscriptRequest = call({
  method: 'POST',
  path: '/api/admin/addTranscriptRequest',
  keyed: true,
  summary: 'Requests a transcript of Coopersmith, sent to the college (C-A65)',
  description,
  permission: 'transcript.request',
  onStudent: true,
  body: z.object({ studentId, vendorId: z.literal(3, { error: 'Must be 3' }) }),
  answer: z.object({ ...sent, coopersmithLatestTranscriptRequest: instant }),
  refuses: { ...refuses, wrong_assigned_id: 409 },
});

export const findStudentExams = call({
  method: 'POST',
  path: '/api/admin/findStudentExams',
  summary: 'The exams of TAL and CIS of who has a JSE id (C-A08)',
  description:
    'Of a student on record, or of one of a seminary alone; with the seminary exams that wait ' +
    'to be redeemed, the newest first. TAL is asked for 10 seconds at most. ' +
    '404 not_found: No student found.',
  permission: 'result.find',
  body: z.object({ jseId: text(20) }),
  answer: z.array(ExamResult),
  refuses: { not_found: 404, partner_failed: 502 },
});
