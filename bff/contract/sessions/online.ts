import * as z from 'zod';
import { call } from '../call.ts';
import { Exam } from '../exams/exam.ts';
import { id, instant, lines, opaque } from '../types.ts';

const url = z.url();
const exam = z.object({ examId: id, registrationId: id });
const polled = z.object({ regId: id });

export const startExam = call({
  method: 'POST',
  path: '/api/startExam',
  keyed: true,
  replay: 'same',
  summary: 'Leads to the exam on the platform, the first time and to resume it',
  description:
    'Needs `Authorization: Bearer` with the token of the start link, which is bound to these ' +
    'three ids. No session is needed, and none is enough; in a browser that is signed in as ' +
    'staff it is refused.',
  permission: 'sitting.start',
  body: z.object({ studentId: id, examId: id, registrationId: id }),
  answer: z.object({ url: url.describe('The exam on the platform') }),
  refuses: {
    start_key_missing: 401,
    start_key_invalid: 403,
    staff_cannot_start: 403,
    no_online_access: 409,
    grace_period_over: 409,
    exam_completed: 409,
    exam_disqualified: 409,
    session_not_open: 409,
    course_time_over: 409,
    exam_platform_error: 502,
  },
});

export const addStudentExamToProctor = call({
  method: 'POST',
  path: '/api/addStudentExamToProctor',
  keyed: true,
  replay: 'same',
  summary: 'Books the exam at the proctoring service, or gives a fresh link to the booking',
  permission: 'sitting.open',
  onStudent: true,
  body: exam,
  answer: z.object({
    url: url.describe('The proctoring service, to open'),
    sessionId: z.int().describe('The sitting, a session of type 99'),
    proctorUuid: z.string(),
    examProctorCode: z.string(),
    exam: Exam,
  }),
  refuses: {
    staff_cannot_start: 403,
    office_only: 403,
    registration_denied: 403,
    fees_due: 409,
    paper_only: 409,
    not_online: 409,
    session_booked: 409,
    course_not_completed: 409,
    course_time_over: 409,
    exam_completed: 409,
    proctor_failed: 502,
    registration_not_found: 404,
  },
});

export const addExamForStudent = call({
  method: 'POST',
  path: '/api/addExamForStudent',
  keyed: true,
  replay: 'same',
  summary: 'Opens the exam of a school or shipped session, where the proctor is in the room',
  permission: 'sitting.open',
  onStudent: true,
  body: exam,
  answer: z.object({
    url: url.describe('The start link of the portal'),
    sessionId: z.int(),
    exam: Exam,
  }),
  refuses: {
    staff_cannot_start: 403,
    office_only: 403,
    session_not_open: 409,
    fees_due: 409,
    paper_only: 409,
    not_online: 409,
    not_online_school: 409,
    course_time_over: 409,
    exam_completed: 409,
    exam_platform_error: 502,
    registration_not_found: 404,
  },
});

export const startExamProgram = call({
  method: 'POST',
  path: '/api/startExamProgram',
  keyed: true,
  replay: 'same',
  summary: 'Starts the course, or goes on with it; from the first start on it cannot be cancelled',
  permission: 'sitting.open',
  onStudent: true,
  body: exam,
  answer: z.object({ url: url.describe('The course on the platform'), exam: Exam }),
  refuses: {
    staff_cannot_start: 403,
    office_only: 403,
    fees_due: 409,
    no_course: 409,
    course_time_over: 409,
    program_platform_error: 502,
    registration_not_found: 404,
  },
});

export const setProctorReserved = call({
  method: 'POST',
  path: '/api/setProctorReserved',
  keyed: true,
  summary: 'Notes that a time was booked on the pages of the proctoring service',
  permission: 'sitting.reserve',
  onStudent: true,
  body: z.object({ registrationId: id }),
  answer: z.object({ proctor_reserved: z.literal(true), exam: Exam }),
  refuses: { no_proctor_booking: 409, registration_not_found: 404 },
});

export const checkProgramCompleted = call({
  method: 'POST',
  path: '/api/checkProgramCompleted',
  summary: 'Whether the course is done; at most 20 times a minute',
  permission: 'sitting.read',
  onStudent: true,
  body: polled,
  answer: z.object({ programCompleted: z.boolean(), online_program_completed: instant.nullable() }),
  refuses: { registration_not_found: 404 },
});

export const checkOnlineAccess = call({
  method: 'POST',
  path: '/api/checkOnlineAccess',
  summary: 'Whether the proctor has let the student in; at most 20 times a minute',
  permission: 'sitting.read',
  onStudent: true,
  body: polled,
  answer: z.object({
    onlineAccess: z.boolean(),
    online_exam_started: instant.nullable(),
    examTaken: z.boolean(),
  }),
  refuses: { registration_not_found: 404 },
});

const signedBy =
  'Needs `X-Partner-Signature: t={unix seconds},v1={hex HMAC-SHA256 of "{t}.{raw body}"}`, at ' +
  'most 5 minutes off. A report that was seen before, or that the state does not allow, is ' +
  'noted and changes nothing.';

export const reportProctoring = call({
  method: 'POST',
  path: '/api/partner/proctoring',
  summary: 'The proctoring service reports',
  description: signedBy,
  permission: 'sitting.report',
  signed: true,
  body: z.object({
    eventId: opaque(200),
    proctorUuid: opaque(100),
    kind: z.enum(['let_in', 'started', 'disconnected', 'completed', 'disqualified']),
    at: instant,
    comment: lines(2000).optional(),
  }),
  answer: z.object({ received: z.literal(true) }),
  refuses: { signature_invalid: 403, booking_not_found: 404 },
});

export const reportExamPlatform = call({
  method: 'POST',
  path: '/api/partner/examPlatform',
  summary: 'The exam platform reports',
  description: signedBy,
  permission: 'sitting.report',
  signed: true,
  body: z.object({
    eventId: opaque(200),
    registrationId: id.describe('The reference given with the launch'),
    kind: z.enum(['exam_completed', 'program_completed']),
    at: instant,
  }),
  answer: z.object({ received: z.literal(true) }),
  refuses: { signature_invalid: 403, registration_not_found: 404 },
});
