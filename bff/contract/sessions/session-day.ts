import * as z from 'zod';
import { call } from '../call.ts';
import { finalResults } from '../exams/grade-status.ts';
import { count, dollars, id, instant, queryId, text } from '../types.ts';
import { attendance } from './attendance.ts';
import { OfficeSession } from './office-sessions.ts';

/** A student in a session, with the exams that are sat in it. */
export const DayRow = z
  .object({
    studentId: z.int(),
    name: z.string(),
    last4: z.string().describe('Empty while the records of students cannot be asked'),
    registrations: z.array(
      z.object({
        registrationId: z.int(),
        examId: z.int(),
        subject: z.string(),
        minutes: count.describe('With what is granted to the student'),
        status: z.string(),
        feesDue: dollars,
        result: z.enum(finalResults).nullable().describe('null: not graded'),
      }),
    ),
    accommodations: z.array(z.string()),
    endsAt: instant.describe("The student's own end"),
    place: z.string().nullable().describe('The room; null: any'),
    attendance,
    attendanceAt: instant.nullable(),
    attendanceBy: z.string().nullable().describe('Login name of who said so'),
    barred: z.boolean().describe('Barred from buying or booking now'),
  })
  .meta({ id: 'DayRow' });
export type DayRow = z.output<typeof DayRow>;

export const AttendanceCounts = z
  .object({ expected: count, arrived: count, absent: count, left_early: count })
  .meta({ id: 'AttendanceCounts' });
export type AttendanceCounts = z.output<typeof AttendanceCounts>;

/** A session with who is in it. */
const SessionDay = z.object({
  session: OfficeSession,
  rows: z.array(DayRow),
  counts: AttendanceCounts,
});
export type SessionDay = z.output<typeof SessionDay>;

/** C-O11 */
export const getSessionDay = call({
  method: 'GET',
  path: '/api/office/sessionDay',
  summary: 'Who is in a session and who came, by last name, first name',
  description: 'With `format=pdf` a list to print, with a box to tick for each student.',
  permission: 'session_day.keep',
  query: z.object({
    testSessionId: queryId,
    format: z.enum(['json', 'pdf'], { error: 'format invalid' }).optional(),
  }),
  answer: SessionDay,
  file: 'application/pdf',
  refuses: { session_not_found: 404 },
});

/** C-O12 */
export const setAttendance = call({
  method: 'POST',
  path: '/api/office/setAttendance',
  keyed: true,
  summary: 'Says of students whether they came to a session, all or none',
  description:
    'From 60 minutes before the start to 7 days after, 23:59 New York. ' +
    'It frees no seat, credit or fee.',
  permission: 'session_day.keep',
  body: z.object({
    testSessionId: id,
    students: z
      .array(
        z.object({
          studentId: id,
          attendance,
          at: instant.optional().describe('When a student left early; absent: now'),
        }),
      )
      .min(1, 'students invalid')
      .max(300, 'students invalid')
      .refine(
        (all) => new Set(all.map(({ studentId }) => studentId)).size === all.length,
        'students invalid',
      ),
  }),
  answer: z.object({
    rows: z.array(DayRow).describe('Of the students named'),
    counts: AttendanceCounts,
  }),
  refuses: {
    session_not_found: 404,
    too_early: 409,
    too_late: 409,
    not_in_session: 422,
    exam_taken: 409,
  },
});

/** C-O13 */
export const checkIn = call({
  method: 'POST',
  path: '/api/office/checkIn',
  keyed: true,
  summary: 'Checks in whoever brings an admission slip',
  description:
    'From 60 minutes before the start to the own end of the student. ' +
    'A second scan changes nothing and says when the first was. 120 scans a minute an account.',
  permission: 'session_day.keep',
  body: z.object({
    testSessionId: id,
    code: text(200, 'code invalid').describe('What the camera or the scanner read'),
  }),
  answer: z.object({
    result: z.enum(['arrived', 'already']),
    row: DayRow,
    counts: AttendanceCounts,
    at: instant.nullable().describe('already: when the student was marked'),
    by: z.string().nullable().describe('already: by whom'),
  }),
  refuses: {
    session_not_found: 404,
    code_unreadable: 422,
    code_not_genuine: 422,
    other_session: 409,
    no_seat: 409,
    too_early: 409,
    slip_over: 409,
  },
});

/** C-O15 */
export const addWalkIn = call({
  method: 'POST',
  path: '/api/office/addWalkIn',
  keyed: true,
  summary: 'Books an exam of a student who stands at the door, who has arrived with it',
  description:
    'From 60 minutes before to 30 minutes after the start, by the rules of a booking by staff. ' +
    'Fees are paid first: `fees_due` says how much in all (`expected`) and of the proctor fee ' +
    '(`proctorFee`). A seat that is held is not free.',
  permission: 'walk_in.add',
  onStudent: true,
  body: z.object({
    testSessionId: id,
    registrationId: id,
    overrideRoom: z
      .boolean({ error: 'overrideRoom invalid' })
      .optional()
      .describe('Admins: without the special place that the student needs'),
  }),
  answer: z.object({ row: DayRow, session: OfficeSession }),
  refuses: {
    walk_in_closed: 409,
    session_full: 409,
    fees_due: 409,
    no_room_for_accommodation: 409,
    registration_not_found: 404,
    session_not_found: 404,
    same_session: 409,
    time_overlap: 409,
    registration_denied: 403,
  },
});
