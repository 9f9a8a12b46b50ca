import * as z from 'zod';
import { call } from './call.ts';
import { finalResults } from './exams/grade-status.ts';
import { count, day, dollars, dollarsIn, flag, id, opaque, queryId } from './types.ts';

const examId = z.union([id, z.object({ examId: id }).transform((exam) => exam.examId)], {
  error: 'Must name an exam',
});
const once = <T>(list: readonly T[]): boolean => new Set(list).size === list.length;

const StudentInfo = z.object({
  studentId: id,
  exams: z
    .array(examId, { error: 'Please choose an exam.' })
    .min(1, 'Please choose an exam.')
    .max(4, 'At most 4 exams can be chosen.')
    .refine(once, 'An exam can be chosen only once.')
    .describe('{ examId } or the id itself, each once; all that fail cost nothing'),
  ccId: opaque(64, 'Must be a saved card')
    .nullish()
    .describe(
      "The student's own saved card; not needed where the school prepays or credits cover all",
    ),
  amount: dollarsIn
    .optional()
    .describe('What the page shows for this student; compared when given'),
});

const BulkRequest = z.object({
  session: z
    .object({ testSessionId: id }, { error: 'Please choose a session.' })
    .describe('A whole SchoolSession is taken too'),
  schoolId: id.nullish().describe('A school admin may leave it out'),
  sendStudyMaterials: flag,
  studentInfos: z
    .array(StudentInfo, { error: 'Please choose a student.' })
    .min(1, 'Please choose a student.')
    .max(500, 'At most 500 students can be chosen.')
    .refine(
      (students) => once(students.map(({ studentId }) => studentId)),
      'A student can be chosen only once.',
    ),
});
export type BulkRequest = z.output<typeof BulkRequest>;

export const BulkQuote = z
  .object({
    students: z.array(
      z.object({
        studentId: z.int(),
        creditsNeeded: count,
        creditsFromBalance: count.describe('Free and own credits used'),
        availableCredits: count,
        creditsToPay: count,
        pricePerCredit: dollars.nullable().describe('null: not set yet'),
        additionalCharges: dollars,
        amount: dollars,
        ccId: z.string().nullable().describe('The card that would be charged'),
        exams: z.array(
          z.object({
            examId: z.int(),
            subject: z.string(),
            credits: count,
            additionalCharge: dollars,
            cost: dollars.describe('credits x price per credit + additional charge'),
          }),
        ),
        error: z.string().nullable().describe('The first reason that this student cannot go on'),
      }),
    ),
    totalCredits: count,
    totalAmount: dollars,
    schoolBalance: dollars.nullable().describe('null: the school does not prepay'),
    overBalance: z.boolean(),
    canPay: z.boolean(),
    error: z.string().nullable(),
  })
  .meta({ id: 'BulkQuote' });
export type BulkQuote = z.output<typeof BulkQuote>;

export const AccountReportRow = z
  .object({
    Quantity: count,
    Date: day,
    Description: z.string(),
    Cohort: z.string().nullable(),
    Amount: dollars,
    Balance: dollars,
    isPayment: z.boolean(),
  })
  .meta({ id: 'AccountReportRow' });
export type AccountReportRow = z.output<typeof AccountReportRow>;

export const StudentBySessionRow = z
  .object({
    testSessionId: z.int(),
    studentId: z.int(),
    lastname: z.string(),
    firstName: z.string(),
    jseId: z.string().nullable(),
    examId: z.int(),
    examSubject: z.string(),
    vendorName: z.string(),
    registrationId: z.int(),
    isFreeRegistration: z.boolean(),
    availableCredits: count,
    canCancel: z.boolean().describe('For this caller, now'),
    feesDue: dollars.describe('The proctor fee and the additional fee that are owed now'),
    result: z.enum(finalResults).nullable().describe('null: not graded'),
  })
  .meta({ id: 'StudentBySessionRow' });
export type StudentBySessionRow = z.output<typeof StudentBySessionRow>;

export const BulkResult = z
  .object({
    state: z.literal('finished'),
    registrations: z
      .record(
        z.string(),
        z.object({
          exams: z
            .record(z.string(), z.string())
            .describe("By exam: begins with 'success', or says why not"),
          creditsAvailable: count.describe('Afterwards'),
          sumCreditsUsed: count.describe('By the successful exams, whatever paid them'),
          amtCharged: dollars.describe('For the successful exams'),
          error: z.string().nullable(),
        }),
      )
      .describe('By student'),
    studentsPerSession: z.array(StudentBySessionRow),
    totalAmtChargedFromSchoolBalance: dollars,
    schoolCurrentBalance: dollars.nullable(),
    accountReport: z.array(AccountReportRow),
    error: z.string().nullable().describe('Of the run as a whole'),
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.output<typeof BulkResult>;

export const BulkProgress = z
  .object({
    state: z.literal('processing'),
    runId: z.int(),
    done: count,
    total: count.describe('Students'),
  })
  .meta({ id: 'BulkProgress' });
export type BulkProgress = z.output<typeof BulkProgress>;

const closed = { school_not_found: 404, session_not_found: 404, session_closed: 409 } as const;

export const quoteRegisterAndSchedule = call({
  method: 'POST',
  path: '/api/quoteRegisterAndSchedule',
  summary:
    'What it would cost to register students of a school for exams in one of its sessions; ' +
    'changes nothing',
  permission: 'bulk_order.make',
  body: BulkRequest,
  answer: BulkQuote,
  refuses: closed,
});

export const payRegisterAndSchedule = call({
  method: 'POST',
  path: '/api/payRegisterAndSchedule',
  keyed: true,
  summary: 'Pays for and registers students of a school for exams in one of its sessions',
  description:
    '200 with the result when it ends within 20 seconds, else 202 with its progress: ask ' +
    'bulkRegistrationRun every 2 seconds. The same key and body gives the present state. ' +
    'Each exam of each student succeeds or fails on its own. A school admin: the own school, ' +
    'before the session closes.',
  permission: 'bulk_order.make',
  body: BulkRequest,
  answer: BulkResult,
  accepted: BulkProgress,
  refuses: {
    ...closed,
    student_not_allowed: 422,
    amount_changed: 409,
    price_not_set: 409,
    school_balance_too_low: 409,
    run_in_progress: 409,
  },
});

export const bulkRegistrationRun = call({
  method: 'GET',
  path: '/api/bulkRegistrationRun',
  summary: 'How far a bulk registration is (202), or what came of it (200); kept for 30 days',
  permission: 'bulk_order.make',
  query: z.object({ runId: queryId }),
  answer: BulkResult,
  accepted: BulkProgress,
  refuses: { run_not_found: 404 },
});
