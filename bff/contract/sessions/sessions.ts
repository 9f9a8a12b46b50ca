import * as z from 'zod';
import { call } from '../call.ts';
import { Exam } from '../exams/exam.ts';
import {
  cancelReason,
  count,
  day,
  dollars,
  gender,
  id,
  instant,
  orNull,
  queryId,
  time,
} from '../types.ts';

const text = z.string().nullable();

export const Session = z
  .object({
    testSessionId: z.int(),
    sessionType: z.enum(['21', '22', '23', '99']),
    date: day.describe('Of an online sitting: when it was booked'),
    testSessionTime: time.describe('New York'),
    title: text,
    locationId: z.int().nullable(),
    locationName: text,
    branchName: text,
    city: text,
    address: text,
    schoolId: z.int().nullable(),
    schoolName: text,
    gender,
    by_appointment: z.boolean(),
    closed: z.boolean().describe('Closing date over, closed by staff, or called off'),
    called_off: z.boolean().describe('Nobody can be booked in it any more'),
    remainingSeats: count.nullable().describe('null: no limit'),
    hasASeat: z.boolean().describe('This student already sits in it'),
    limit_to1_test: z.boolean(),
    durationLeft: count.describe('Minutes of the session that this student has not filled yet'),
    closingDate: day.nullable(),
    returnDueDate: day.nullable(),
    shipDate: day.nullable(),
    session_last_date: day.nullable(),
    firstName: text.describe('Contact or proctor of a shipped or by-appointment session'),
    lastName: text,
    phone: text,
    proctor_fee_kept_until: instant
      .nullable()
      .describe(
        'Left before then, it gives its proctor fee along to the next; null: no known time',
      ),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

/** A session that can be chosen, with the student's relation to it. */
export const OpenedSession = Session.extend({
  endsAt: instant.nullable().describe("The student's own end"),
  waiting: z
    .object({
      canJoin: z.boolean().describe('It is full for the student, and its waiting list is open'),
      position: z.int().nullable().describe("The student's best place in line, from 1"),
      offerUntil: instant.nullable().describe('A place is held for the student until then'),
    })
    .meta({ id: 'SessionLine' }),
}).meta({ id: 'OpenedSession' });
export type OpenedSession = z.output<typeof OpenedSession>;

/** A session of a school as those who run it see it. */
export const SchoolSession = z
  .object({
    id: z.int(),
    testSessionId: z.int().describe('The same as id'),
    schoolId: z.int(),
    date: day,
    testSessionTime: time.describe('New York'),
    closingDate: day.nullable(),
    closingTime: time,
    returnDueDate: day.nullable(),
    gender,
    closed: z.boolean().describe('The closing moment has passed'),
    studentCount: count,
  })
  .meta({ id: 'SchoolSession' });
export type SchoolSession = z.output<typeof SchoolSession>;

export const Location = z
  .object({
    id: z.int(),
    name: z.string(),
    address: text,
    city: text,
    phone: text,
    admin_only: z.boolean().describe('Only staff see it'),
    by_appointment: z.boolean(),
    seminary_study_program_ids: z
      .array(z.int())
      .describe('When not empty: only students of these programmes see it'),
  })
  .meta({ id: 'Location' });
export type Location = z.output<typeof Location>;

/** Where the session picker opens when the student has no last location. R-156. */
export const defaultLocationId = 13;

export const getAllActiveLocations = call({
  method: 'GET',
  path: '/api/getAllActiveLocations',
  summary: 'Locations by name',
  permission: 'catalog.list',
  answer: z.array(Location),
});

/** C-A40 */
export const getActiveLocations = call({
  method: 'GET',
  path: '/api/getActiveLocations',
  summary: 'Locations that have an open session from today on, by name',
  permission: 'active_location.list',
  answer: z.array(Location),
});

export const getLastActiveLocation = call({
  method: 'GET',
  path: '/api/getLastActiveLocation',
  summary: 'Location of the newest session that the student booked, else location 13',
  permission: 'own_session.list',
  onStudent: true,
  answer: Location,
});

export const scheduleSessionForRegistration = call({
  method: 'POST',
  path: '/api/scheduleSessionForRegistration',
  keyed: true,
  summary: 'Books a seat for a registration, and gives back the one held before',
  permission: 'session.book',
  onStudent: true,
  body: z.object({ registrationId: id, sessionId: id }),
  answer: z.object({
    exam: Exam,
    sessionId: z.int(),
    session: Session,
    proctorFee: dollars.describe('Still due'),
    successMessage: z.string(),
  }),
  refuses: {
    registration_denied: 403,
    session_called_off: 409,
    session_closed: 409,
    course_time_over: 409,
    session_booked_up: 409,
    session_too_short: 409,
    no_room_for_accommodation: 409,
    session_full: 409,
    same_session: 409,
    fees_due: 409,
    online_only: 409,
    course_not_completed: 409,
    exam_started: 409,
    time_overlap: 409,
    call_office: 403,
    office_only: 403,
    session_not_found: 404,
    registration_not_found: 404,
  },
});

export const cancelSession = call({
  method: 'POST',
  path: '/api/cancelSession',
  keyed: true,
  summary: 'Gives up the booked session; the registration and its credits stay',
  permission: 'session.cancel',
  onStudent: true,
  body: z.object({
    registrationId: id,
    adminCancelReason: cancelReason([1, 2, 3, 4])
      .optional()
      .describe('1 no show, 2 student request, 3 admin error, 4 emergency; staff only'),
  }),
  answer: z.object({
    exam: Exam,
    sessionId: z.int().describe('The session left'),
    durationLeft: count.describe('Of that session now'),
    proctorFee: dollars.describe('Due for the next booking'),
  }),
  refuses: {
    no_session: 409,
    exam_started: 409,
    office_only: 403,
    reason_required: 422,
    registration_not_found: 404,
  },
});

export const getOpenedSessions = call({
  method: 'GET',
  path: '/api/getOpenedSessions',
  summary:
    'Sessions at locations from today on, by date, time and location; closed and full ones too',
  permission: 'session.list',
  onStudent: true,
  query: z.object({ locationId: queryId.optional() }),
  answer: z.array(OpenedSession),
});

const OpenBranch = z
  .object({
    locationId: z.int(),
    next: orNull(z.object({ date: day, time }).meta({ id: 'NextSession' })).describe(
      'The next session with room; null: none has',
    ),
    openSessions: count.describe('How many have room'),
    alert: z.boolean().describe('The student is told when one opens'),
  })
  .meta({ id: 'OpenBranch' });
export type OpenBranch = z.output<typeof OpenBranch>;

export const getOpenBranches = call({
  method: 'GET',
  path: '/api/getOpenBranches',
  summary: 'Where sessions have room for the student, and when the next one is',
  description: 'Locations without one are left out, but for those with an alert.',
  permission: 'session.list',
  onStudent: true,
  query: z.object({
    minutes: queryId.optional().describe('That the exam takes'),
  }),
  answer: z.array(OpenBranch),
});

export const setSessionAlert = call({
  method: 'POST',
  path: '/api/setSessionAlert',
  summary: 'Tells the student by mail, once, when a session opens at a location',
  description: 'Forgotten with that mail, or half a year later.',
  permission: 'session_alert.set',
  onStudent: true,
  body: z.object({ locationId: id, wanted: z.boolean() }),
  answer: z.object({ wanted: z.boolean() }),
  refuses: { location_not_found: 404 },
});

export const getSession = call({
  method: 'GET',
  path: '/api/getSession',
  summary: 'One session',
  permission: 'session.read',
  onStudent: true,
  query: z.object({ sessionId: queryId }),
  answer: Session,
  refuses: { session_not_found: 404 },
});

export const getOotSessionInfo = call({
  method: 'GET',
  path: '/api/getOotSessionInfo',
  summary: 'One shipped session, with where its papers go and who to turn to',
  description: 'A student: only a session she is in.',
  permission: 'shipped_session.read',
  onStudent: true,
  query: z.object({ sessionId: queryId }),
  answer: Session,
  refuses: { session_not_found: 404 },
});

export const getSchoolSessions = call({
  method: 'GET',
  path: '/api/getSchoolSessions',
  summary: 'Sessions of a school, by date',
  description:
    'A student: those of the own school from today on, as Session. ' +
    'Staff and school admins (own school): also those of the past 12 months, as SchoolSession.',
  permission: 'school_session.list',
  query: z.object({ schoolId: queryId }),
  answer: z.union([z.array(SchoolSession), z.array(Session)]),
  refuses: { school_not_found: 404 },
});

export const changeRegistrationToOnline = call({
  method: 'POST',
  path: '/api/changeRegistrationToOnline',
  keyed: true,
  summary: 'Takes a registration out of its school or shipped session, to be sat online',
  description:
    'A proctor fee that was paid stays held. After the date of the session: tech support only.',
  permission: 'registration.change_to_online',
  onStudent: true,
  body: z.object({
    registrationId: id,
    adminCancelReason: cancelReason(Array.from({ length: 100 }, (_, reason) => reason))
      .optional()
      .describe('5, nothing else'),
  }),
  answer: z.object({ exam: Exam, sessionId: z.int().nullable().describe('The session left') }),
  refuses: {
    registration_not_found: 404,
    reason_required: 422,
    exam_started: 409,
    not_a_school_session: 409,
    paper_only: 409,
    session_over: 403,
  },
});

export const getSessionsByStudentId = call({
  method: 'GET',
  path: '/api/getSessionsByStudentId',
  summary: 'Every session that an open registration of the student is in',
  permission: 'own_session.list',
  onStudent: true,
  answer: z.array(Session),
});
