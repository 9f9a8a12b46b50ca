import * as z from 'zod';
import { logs } from '../log-entry.ts';
import { count, day, dollars, id, instant, time } from '../types.ts';

const text = z.string().nullable();

/** The actions that the caller may take on a registration now. */
const registrationActions = [
  'clearOnlineAccess',
  'reopen',
  'resetOnlineCompleted',
  'cancel',
  'cancelSession',
  'toOnline',
] as const;

/** A registration as staff see it. A value that is missing is null. */
export const StaffRegistration = z
  .object({
    id,
    regId: id.describe('The same as id'),
    createdOn: instant,
    status: z.string().describe('The state in words; Created is shown blank'),
    active: z.boolean(),
    examId: id,
    examName: z.string(),
    vendorId: z.int(),
    vendorName: z.string(),
    secularNumber: z.string(),
    credits: count,
    examTaken: z.boolean(),
    examTakenDate: day.nullable(),
    is_retake_dates: text.describe(
      'Earlier tries: date*grade*comment, joined by commas, oldest first',
    ),
    startedDate: day.nullable(),
    sessionDate: day.nullable().describe('Of the session that it has a place in'),
    testSessionTime: time.nullable(),
    location: text,
    batchDate: z.union([day, z.literal('N/A')]).nullable(),
    batchId: id.nullable(),
    chargedOn: day.nullable(),
    chargedAt: z
      .string()
      .regex(/^\d{4}$/)
      .nullable()
      .describe('HHmm in New York'),
    feesDue: dollars.describe('The proctor fee and the additional fee that are owed now'),
    cancelledOn: day.nullable(),
    onlineAccess: z.boolean(),
    online_exam_started: z.boolean(),
    online_exam_completed: z.boolean(),
    online_exam_taken_override: z.boolean(),
    online_program_started: z.boolean(),
    assignmentsStarted: z.boolean(),
    assignmentsCompleted: z.boolean(),
    arrivedBack: day.nullable(),
    paper_exam_uploaded: z.boolean(),
    seminary_redemption_date: day.nullable(),
    grade: text,
    gradeComment: text,
    gradedOn: day.nullable(),
    logs,
    actions: z.array(z.enum(registrationActions)).describe('What the caller may do now'),
    wasAbsent: z.boolean().describe('Marked absent at its session: "No show" comes first'),
  })
  .meta({ id: 'Registration' });
export type StaffRegistration = z.output<typeof StaffRegistration>;
