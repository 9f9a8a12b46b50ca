import { normalizeLines } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { Exam } from '../exams/exam.ts';
import { count, day, id, instant, queryId, time, typed } from '../types.ts';

export const waitingStates = [
  'waiting',
  'offered',
  'accepted',
  'declined',
  'expired',
  'left',
  'removed',
  'ended',
] as const;

/** A registration in the line of a full session. */
export const WaitingEntry = z
  .object({
    waitingId: z.int(),
    testSessionId: z.int(),
    registrationId: z.int(),
    studentId: z.int(),
    studentName: z.string().describe('Empty where students read it'),
    examId: z.int(),
    subject: z.string(),
    locationName: z.string().nullable(),
    date: day,
    testSessionTime: time,
    position: z.int().nullable().describe('From 1; null: it does not wait any more'),
    state: z.enum(waitingStates),
    joinedAt: instant,
    offeredAt: instant.nullable(),
    offerUntil: instant.nullable().describe('A place is held until then'),
    needsSpecial: z.boolean().describe('Is offered special places alone'),
    skipped: z.string().nullable().describe('Why the last offer passed by'),
  })
  .meta({ id: 'WaitingEntry' });
export type WaitingEntry = z.output<typeof WaitingEntry>;

/** The reasons for which a waiting student could not sit there, whatever is free. */
const sittingRefusals = {
  registration_denied: 403,
  course_time_over: 409,
  online_only: 409,
  course_not_completed: 409,
  exam_started: 409,
  time_overlap: 409,
  session_too_short: 409,
  no_room_for_accommodation: 409,
  call_office: 403,
  office_only: 403,
  registration_not_found: 404,
} as const;
const waitingId = { waitingId: id };

/** C-O16 */
export const listWaiting = call({
  method: 'GET',
  path: '/api/office/waitingList',
  summary: 'Waiting lists of all sessions, by their starts and lines',
  description: 'Without a state: who waits or was offered a place.',
  permission: 'waiting_list.read',
  query: z.object({
    testSessionId: queryId.optional(),
    studentId: queryId.optional(),
    locationId: queryId.optional(),
    state: z.enum(waitingStates, { error: 'state invalid' }).optional(),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(200).optional().describe('50 unless said'),
  }),
  answer: z.object({ items: z.array(WaitingEntry), total: count }),
});

/** C-O17 */
export const getWaitingList = call({
  method: 'GET',
  path: '/api/getWaitingList',
  summary: 'What the student waits for, and what ended in the last 30 days',
  permission: 'waiting_list.join',
  onStudent: true,
  answer: z.object({
    entries: z.array(WaitingEntry),
    offerHours: count.describe('For so many hours an offer stands'),
  }),
});

/** C-O18 */
export const joinWaitingList = call({
  method: 'POST',
  path: '/api/joinWaitingList',
  keyed: true,
  summary: 'Waits for a place in a full session; costs nothing',
  permission: 'waiting_list.join',
  onStudent: true,
  body: z.object({ registrationId: id, testSessionId: id }),
  answer: z.object({ entry: WaitingEntry }),
  refuses: {
    ...sittingRefusals,
    session_not_found: 404,
    session_booked_up: 409,
    same_session: 409,
    has_places: 409,
    already_waiting: 409,
    too_many_waiting: 409,
    waiting_closed: 409,
    no_waiting_list: 409,
  },
});

/** C-O19 */
export const leaveWaitingList = call({
  method: 'POST',
  path: '/api/leaveWaitingList',
  keyed: true,
  summary: 'Waits no more; an open offer goes to the next in line',
  permission: 'waiting_list.join',
  onStudent: true,
  body: z.object(waitingId),
  answer: z.object({ entry: WaitingEntry }),
  refuses: { waiting_not_found: 404, already_ended: 409 },
});

/** C-O20 */
export const answerWaitingOffer = call({
  method: 'POST',
  path: '/api/answerWaitingOffer',
  keyed: true,
  summary: 'Accepts or declines the place that was offered',
  description:
    'Accepted, the held place is booked, and a session that was booked before is left. ' +
    '`fees_due` says what has to be paid first, in all (`expected`) and of the proctor fee ' +
    '(`proctorFee`): payProctorFee with the session uses the held place.',
  permission: 'waiting_list.join',
  onStudent: true,
  body: z.object({
    ...waitingId,
    answer: z.enum(['accept', 'decline'], { error: 'answer invalid' }),
  }),
  answer: z.object({
    entry: WaitingEntry,
    exam: Exam.optional().describe('Of an acceptance: scheduled'),
  }),
  refuses: {
    ...sittingRefusals,
    waiting_not_found: 404,
    offer_over: 409,
    no_offer: 409,
    already_ended: 409,
    fees_due: 409,
  },
});

/** C-O21 */
export const changeWaiting = call({
  method: 'POST',
  path: '/api/office/changeWaiting',
  keyed: true,
  summary: 'Moves a student in a line, takes one off it, or offers a free place out of turn',
  description: 'Whoever is taken off is told by mail. The reason stands in the history.',
  permission: 'waiting_list.edit',
  body: z
    .object({
      ...waitingId,
      action: z.enum(['move', 'remove', 'offerNow'], { error: 'action invalid' }),
      position: z
        .int({ error: 'position invalid' })
        .min(1, 'position invalid')
        .max(10_000, 'position invalid')
        .optional()
        .describe('Of a move, which needs it'),
      reason: typed('Please give a reason.', normalizeLines)
        .max(200, 'Please give a reason.')
        .describe('At least 3 characters'),
    })
    .refine(({ action, position }) => action !== 'move' || position !== undefined, {
      path: ['position'],
      message: 'position invalid',
    }),
  answer: z.object({ entries: z.array(WaitingEntry).describe('Of the session') }),
  refuses: {
    reason_required: 422,
    waiting_not_found: 404,
    already_ended: 409,
    no_free_seat: 409,
    waiting_closed: 409,
    may_not_sit: 409,
  },
});
