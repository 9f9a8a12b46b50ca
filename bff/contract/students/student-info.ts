import * as z from 'zod';
import { call } from '../call.ts';
import { StaffRegistration } from '../exams/staff-registration.ts';
import { Charge } from '../payments/charges.ts';
import { TransactionLog } from '../payments/transactions.ts';
import { count, day, id, instant, orNull } from '../types.ts';
import { StaffStudent } from './staff-student.ts';

const text = z.string().nullable();

/** A vendor's report on one exam. Failed and disqualified ones have neither score nor credits. */
export const ExamResult = z
  .object({
    courseNumber: z.string(),
    subject: z.string(),
    credits: count.nullable(),
    examTakenDate: day.nullable(),
    isOnline: z.boolean(),
    result: z.enum(['Pass', 'Fail', 'Disqualified', 'Pending', 'N/A']),
    score: text,
    vendorId: z.union([z.literal(1), z.literal(3), z.literal(4)]).describe('1 TAL, 3 CCC, 4 CIS'),
  })
  .meta({ id: 'ExamResult' });
export type ExamResult = z.output<typeof ExamResult>;

/** Why a transcript cannot be requested. */
export const TranscriptBlock = z
  .object({
    code: z.enum([
      'no_college',
      'unredeemed_seminary',
      'pending_grades',
      'tal_id_missing',
      'wrong_assigned_id',
      'no_exams',
    ]),
    text: z.string(),
    overridable: z.boolean().describe('pendingOverride lifts it'),
  })
  .meta({ id: 'TranscriptBlock' });
export type TranscriptBlock = z.output<typeof TranscriptBlock>;

const results = orNull(z.array(ExamResult)).describe(
  'Newest first within a vendor; null: the vendor cannot be reached and never gave any',
);

export const adminGetStudentInfo = call({
  method: 'POST',
  path: '/api/admin/getStudentInfo',
  summary: 'Everything about a student: record, credits, charges, exam results (C-A07)',
  description:
    'The vendors are asked for results, each for 10 seconds at most; ' +
    'one that is down is told in talError, with the results that it gave last. ' +
    'Charges are for super admins and tech support. A school admin sees students of the own ' +
    'school, and no transcriptBlocks.',
  permission: 'student_info.read',
  onStudent: true,
  body: z.object({ studentId: id.optional().describe('The same as student_id') }),
  answer: z.object({
    student: StaffStudent,
    collegeName: text,
    registrations: z.array(StaffRegistration).describe('Newest first'),
    transactionLogs: z.array(TransactionLog).describe('Newest first'),
    charges: z.array(Charge).describe('Newest first'),
    talExamsResponse: results,
    talError: text,
    missingTalGuid: z.boolean().describe('No TAL id is on record'),
    coopersmithExams: results,
    coopersmithError: text.describe('As talError'),
    coopersmithStudentAssignedIdError: text,
    talLatestTranscriptRequest: instant.nullable(),
    coopersmithLatestTranscriptRequest: instant.nullable(),
    seminaryCreditsBlock: z.boolean().describe('Seminary exams wait to be redeemed or discarded'),
    transcriptBlocks: z
      .object({ tal: z.array(TranscriptBlock), coopersmith: z.array(TranscriptBlock) })
      .describe('All that keep a transcript from being requested, in their order'),
  }),
  refuses: { student_not_found: 404 },
});
