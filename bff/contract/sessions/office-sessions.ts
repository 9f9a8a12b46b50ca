import * as z from 'zod';
import { call } from '../call.ts';
import { LogEntry } from '../log-entry.ts';
import {
  count,
  day,
  flag,
  gender,
  id,
  instant,
  lines,
  queryId,
  text,
  time,
  typed,
} from '../types.ts';
import { WaitingEntry } from './waiting-list.ts';

export const officeStates = ['draft', 'open', 'closed', 'called_off', 'past'] as const;
export type OfficeState = (typeof officeStates)[number];
const sessionTypes = ['21', '22', '23'] as const;
const stateActions = ['publish', 'open', 'close', 'deleteDraft'] as const;
export type StateAction = (typeof stateActions)[number];

/** The marks of a day by the Hebrew calendar, or a federal holiday as it is observed. */
export const DayMark = z
  .object({
    date: day,
    name: z.string(),
    kind: z.enum(['shabbat', 'yom_tov', 'eve', 'chol_hamoed', 'fast', 'minor', 'federal']),
    leavesOut: z
      .boolean()
      .describe('Series and copies never use the day; a single session there has to be confirmed'),
  })
  .meta({ id: 'DayMark' });
export type DayMark = z.output<typeof DayMark>;

const maybe = z.string().nullable();

/** A session as the office plans it. */
export const OfficeSession = z
  .object({
    testSessionId: z.int().describe('0: it is only planned'),
    sessionType: z.enum(sessionTypes).describe('21 at a branch, 22 of a school, 23 shipped'),
    state: z.enum(officeStates),
    date: day,
    testSessionTime: time,
    startsAt: instant,
    endsAt: instant.describe('The latest end of anybody in it'),
    title: maybe,
    address: maybe.describe('Of a shipped session'),
    locationId: z.int().nullable(),
    locationName: maybe,
    schoolId: z.int().nullable(),
    schoolName: maybe,
    gender,
    limitTo1Test: z.boolean(),
    seats: count.nullable().describe('null: no limit'),
    taken: count.describe('Students with a place'),
    held: count.describe('Places kept for students who are about to pay, for offers and the line'),
    remainingSeats: count.nullable(),
    specialPlaces: count.describe('In special rooms, which are no seats'),
    specialTaken: count.describe('Taken or held'),
    waiting: count.describe('Entries of the waiting list, open offers among them'),
    rooms: z.array(
      z.object({ roomId: z.int(), name: z.string(), special: z.boolean(), places: count }),
    ),
    proctor: maybe,
    closingDate: day.nullable(),
    closingTime: time.nullable(),
    closedByStaff: z.boolean(),
    remark: maybe.describe('Of the office, for the office; null also for a school admin'),
    version: count.describe('Rises with each change by staff'),
    seriesId: z.int().nullable().describe('The first session of the series that it was made in'),
    marks: z.array(DayMark),
    actions: z
      .array(z.enum(['edit', ...stateActions, 'move', 'callOff']))
      .describe('What the caller may do now'),
  })
  .meta({ id: 'OfficeSession' });
export type OfficeSession = z.output<typeof OfficeSession>;

/** C-O01 */
export const getOfficeSessions = call({
  method: 'GET',
  path: '/api/office/sessions',
  summary: 'Sessions of all kinds in some days, by start, with holidays and fasts',
  description:
    '`to` is at most 62 days after `from`; with `view=list` 366 days, in pages. ' +
    'A school admin sees the sessions of the own school.',
  permission: 'office_session.list',
  query: z.object({
    from: day,
    to: day,
    view: z.enum(['month', 'week', 'list'], { error: 'view invalid' }).optional(),
    locationId: queryId.optional(),
    schoolId: queryId.optional(),
    vendorId: queryId.optional().describe('Sessions in which an exam of this vendor is booked'),
    sessionType: z.enum(sessionTypes, { error: 'sessionType invalid' }).optional(),
    gender: gender.optional(),
    state: z.enum(officeStates, { error: 'state invalid' }).optional(),
    proctor: text(100).optional(),
    waitingOnly: flag.optional().describe('Sessions with students on their waiting list'),
    counted: flag
      .optional()
      .describe('Past and open sessions at branches, whose places the overview counts'),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(200).optional().describe('50 unless said'),
    perDay: z.coerce
      .number()
      .int()
      .min(1)
      .max(200)
      .optional()
      .describe('At most so many of each day, the first of it; not with view=list'),
  }),
  answer: z.object({
    sessions: z.array(OfficeSession),
    marks: z.array(DayMark).describe('Of the days asked for; none with view=list'),
    total: count.describe('Of all days, also those that are left out'),
    proctors: z.array(z.string()).describe('Of the last year, to choose from'),
    counts: z
      .array(z.object({ date: day, sessions: count }))
      .optional()
      .describe('With perDay: how many each day has, where it has any'),
  }),
  refuses: { range_too_long: 422 },
});

/** C-O02 */
export const getOfficeSession = call({
  method: 'GET',
  path: '/api/office/session',
  summary: 'One session with what was done to it',
  permission: 'office_session.list',
  query: z.object({ testSessionId: queryId }),
  answer: z.object({
    session: OfficeSession,
    history: z.array(LogEntry).describe('Newest first, at most 200'),
    waiting: z.array(WaitingEntry).describe('Its line; empty for who may not see it'),
  }),
  refuses: { session_not_found: 404 },
});

/** HH:mm of the requested session. */
export const clock = typed('Time invalid')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time invalid')
  .meta({ description: 'HH:mm, New York', examples: ['09:30'] });
const seats = z
  .int({ error: 'Seats must be 1 to 500.' })
  .min(1, 'Seats must be 1 to 500.')
  .max(500, 'Seats must be 1 to 500.');
/** Of a session as it was seen; of 32 bits, as it is kept. */
export const version = count.max(2_147_483_647);
const places = 'rooms invalid';
/** Rooms of the branch that a session uses, each with so many of its places. */
export const wantedRooms = z
  .array(z.object({ roomId: id, places: z.int({ error: places }).min(1, places).max(500, places) }))
  .max(40, places);
const confirmDay = z.boolean().optional().describe('It is meant to be on a Sabbath or yom tov');
export const placeRefusals = {
  in_past: 409,
  day_left_out: 409,
  location_retired: 409,
  location_not_found: 404,
  room_taken: 409,
  room_too_small: 409,
} as const;

/** The fields of a new session, except for its day. */
export const sessionFields = {
  sessionType: z.enum(sessionTypes, { error: 'sessionType invalid' }),
  testSessionTime: clock,
  locationId: id.optional().describe('Of a session at a branch'),
  schoolId: id.optional().describe('Of a session of a school'),
  title: text(100).optional(),
  address: text(200).optional().describe('Of a shipped session'),
  gender,
  seats: seats
    .optional()
    .describe(
      'Required at a branch, not of a school; rooms that are not special say them by themselves',
    ),
  rooms: wantedRooms.optional().describe('Of the branch'),
  limitTo1Test: z.boolean().optional(),
  proctor: text(100).optional(),
  closingDate: day.optional(),
  closingTime: clock.optional().describe('Only with a closing date, but of a school'),
  shipDate: day.optional(),
  returnDueDate: day.optional(),
  lastDate: day.optional(),
  remark: lines(500).optional(),
  draft: z.boolean(),
};
type SessionFields = z.output<z.ZodObject<typeof sessionFields>>;

/** A session at a branch names it and its seats, one of a school its school; R-183 closes that. */
export function fitsKind(session: SessionFields, context: z.RefinementCtx): void {
  const { sessionType, locationId, schoolId, address, closingDate, closingTime } = session;
  const wrong = (path: keyof SessionFields, isWrong: boolean, message = `${path} invalid`) => {
    if (isWrong) context.addIssue({ code: 'custom', path: [path], message });
  };
  wrong('locationId', (sessionType === '21') !== (locationId !== undefined));
  wrong('schoolId', (sessionType === '22') !== (schoolId !== undefined));
  wrong('address', sessionType !== '23' && address !== undefined);
  wrong('seats', sessionType === '22' && session.seats !== undefined);
  const { rooms = [], seats } = session;
  wrong('rooms', sessionType !== '21' && rooms.length > 0);
  const isUncounted = seats === undefined && rooms.length === 0;
  wrong('seats', sessionType === '21' && isUncounted, 'Seats must be 1 to 500.');
  wrong(
    'closingDate',
    sessionType !== '22' && closingTime !== undefined && closingDate === undefined,
    'Closing date invalid',
  );
}

/** C-O03 */
export const addOfficeSession = call({
  method: 'POST',
  path: '/api/office/addSession',
  keyed: true,
  summary: 'Makes a session at a branch, of a school, or shipped',
  description:
    'A draft is seen by staff only. With `dryRun` nothing is made: the answer says what would be.',
  permission: 'office_session.edit',
  body: z
    .object({
      ...sessionFields,
      date: day,
      confirmDay,
      dryRun: z.boolean().optional(),
    })
    .superRefine(fitsKind),
  answer: z.object({
    session: OfficeSession,
    warnings: z.array(z.string()).describe('What the day is besides'),
  }),
  refuses: { ...placeRefusals, school_not_found: 404 },
});

/** A field that an empty text or null clears, and that stays as it is when it is left out. */
const clearable = (schema: z.ZodType<string, string>) =>
  z
    .union([z.literal(''), schema, z.null()])
    .transform((value) => value ?? '')
    .optional();

/** C-O06 */
export const changeOfficeSession = call({
  method: 'POST',
  path: '/api/office/changeSession',
  keyed: true,
  summary: 'Changes a session, from the version that was seen',
  description:
    'What is left out stays; an empty text or null clears a field. ' +
    'Day, time and branch change only while no student is in it. ' +
    '`session_changed` brings the changes that another person made first, and the session as it is ' +
    'now.',
  permission: 'office_session.edit',
  body: z.object({
    testSessionId: id,
    version,
    seats: seats.nullable().optional().describe('Null: no limit, of a shipped session'),
    gender: gender.optional(),
    limitTo1Test: z.boolean().optional(),
    proctor: clearable(text(100)),
    title: clearable(text(100)),
    closingDate: clearable(day),
    closingTime: clearable(clock),
    remark: clearable(lines(500)),
    date: day.optional(),
    testSessionTime: clock.optional(),
    locationId: id.optional(),
    rooms: wantedRooms.optional().describe('All of them; none takes them away'),
    confirmDay,
  }),
  answer: z.object({ session: OfficeSession }),
  refuses: {
    ...placeRefusals,
    session_not_found: 404,
    session_changed: 409,
    session_over: 409,
    called_off: 409,
    seats_below_taken: 409,
    special_taken: 409,
    gender_taken: 409,
    one_exam_taken: 409,
    has_people: 409,
  },
});

/** C-O07 */
export const setSessionState = call({
  method: 'POST',
  path: '/api/office/setSessionState',
  keyed: true,
  summary: 'Publishes, opens, closes or deletes sessions, each on its own',
  permission: 'office_session.edit',
  body: z.object({
    sessions: z
      .array(z.object({ testSessionId: id, version }))
      .min(1)
      .max(200),
    action: z.enum(stateActions, { error: 'action invalid' }),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        testSessionId: z.int(),
        done: z.boolean(),
        text: z.string().describe('done, or why not'),
        version: count,
      }),
    ),
  }),
});
