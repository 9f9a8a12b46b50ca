import * as z from 'zod';
import { call } from '../call.ts';
import { RunProgress } from '../run-progress.ts';
import {
  clock,
  DayMark,
  OfficeSession,
  placeRefusals,
  version,
  wantedRooms,
} from '../sessions/office-sessions.ts';
import { ImportResult, UndoResult } from '../students/student-imports.ts';
import { count, day, dollars, id, lines } from '../types.ts';

const runId = z.string().describe('For getOfficeRun');
const hash = z
  .string({ error: 'previewHash invalid' })
  .max(100, 'previewHash invalid')
  .describe('Of the preview; good for 10 minutes');

/** The effect of moving a session. */
export const MovePreview = z
  .object({
    state: z.literal('preview'),
    previewHash: z.string(),
    students: count,
    exams: count,
    waiting: count.describe('Entries of the waiting list without an offer'),
    offers: count.describe('Open offers of the waiting list'),
    clashes: z
      .array(z.object({ studentId: z.int(), name: z.string(), why: z.string() }))
      .describe('Who leaves the session instead and keeps exam and fee'),
    marks: z.array(DayMark),
    mailText: z.string().describe('{in braces} what differs from student to student'),
  })
  .meta({ id: 'MovePreview' });
export type MovePreview = z.output<typeof MovePreview>;

/** A session that was moved, with all who were told. */
export const MoveResult = z
  .object({
    state: z.literal('finished'),
    kind: z.literal('move'),
    runId,
    session: OfficeSession,
    moved: count.describe('Exams'),
    left: count.describe('Exams whose students could not move along'),
  })
  .meta({ id: 'MoveResult' });
export type MoveResult = z.output<typeof MoveResult>;

/** The effect and cost of calling a session off. */
export const CallOffPreview = z
  .object({
    state: z.literal('preview'),
    previewHash: z.string(),
    students: count,
    exams: count,
    begun: count.describe('Exams that stay, since they have begun'),
    waiting: count.describe('Entries of the waiting list without an offer'),
    offers: count.describe('Open offers of the waiting list'),
    paid: z.object({ count, amount: dollars }).describe('Proctor fees that were paid'),
    waived: count.describe('Proctor fees that are waived, and stay so'),
    refundNow: dollars,
    refundLater: dollars.describe('Of payments that are not settled yet'),
    schoolName: z.string().nullable(),
    mailText: z.string().describe('{in braces} what differs from student to student'),
  })
  .meta({ id: 'CallOffPreview' });
export type CallOffPreview = z.output<typeof CallOffPreview>;

/** A session that is called off, with all who were told. */
export const CallOffResult = z
  .object({
    state: z.literal('finished'),
    kind: z.literal('callOff'),
    runId,
    freed: count.describe('Exams that have no session any more'),
    begun: count,
    refunded: dollars,
    refundsOpen: count.describe('Refunds that are still to be made; that happens automatically'),
  })
  .meta({ id: 'CallOffResult' });
export type CallOffResult = z.output<typeof CallOffResult>;

/** The problem of a request that is neither a dry run nor previewed. */
export function isPreviewed(
  { dryRun, previewHash }: { dryRun?: boolean | undefined; previewHash?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (dryRun !== true && previewHash === undefined)
    context.addIssue({ code: 'custom', path: ['previewHash'], message: 'previewHash invalid' });
}

const seen = {
  testSessionId: id,
  version,
  message: lines(300).optional().describe('Stands in the mails'),
  dryRun: z.boolean().optional(),
  previewHash: hash.optional().describe('Required without dryRun'),
};
const refusals = {
  session_not_found: 404,
  session_changed: 409,
  session_over: 409,
  called_off: 409,
  preview_outdated: 409,
} as const;

/** C-O08 */
export const moveOfficeSession = call({
  method: 'POST',
  path: '/api/office/moveSession',
  keyed: true,
  summary: 'Moves a session with the students in it, who are told by mail',
  description:
    'With `dryRun` nothing is moved: the answer says who would be, and what they would read. ' +
    '200 at its end, of more than 50 students 202: ask getOfficeRun every 2 seconds. ' +
    '`preview_outdated` brings the new preview.',
  permission: 'office_session.edit',
  body: z
    .object({
      ...seen,
      date: day,
      testSessionTime: clock,
      locationId: id.optional().describe('Another branch, of a session at one'),
      rooms: wantedRooms.optional().describe('Left out: those that it has, at another branch none'),
      closingDate: day.optional().describe('Left out: as many days before as now'),
      confirmDay: z.boolean().optional().describe('It is meant to be on a Sabbath or yom tov'),
    })
    .superRefine(isPreviewed),
  answer: z.discriminatedUnion('state', [MovePreview, MoveResult]),
  accepted: RunProgress,
  refuses: {
    ...refusals,
    ...placeRefusals,
    too_soon: 409,
    has_started: 409,
    seats_below_taken: 409,
    special_taken: 409,
  },
});

/** C-O09 */
export const callOffOfficeSession = call({
  method: 'POST',
  path: '/api/office/callOffSession',
  keyed: true,
  summary: 'Calls a session off: its students are told, seats and proctor fees come back',
  description:
    'With `dryRun` nothing is called off: the answer says who is affected and what it costs. ' +
    'Else 202 as soon as no student can book it: call getOfficeRun every 2 seconds. ' +
    'Exams, credits, additional fees and balances of schools stay. ' +
    '`preview_outdated` brings the new preview.',
  permission: 'office_session.edit',
  body: z
    .object({
      ...seen,
      proctorFees: z.enum(['keep', 'refund'], { error: 'proctorFees invalid' }),
    })
    .superRefine(isPreviewed),
  answer: CallOffPreview,
  accepted: RunProgress,
  refuses: refusals,
});

/** C-O10 */
export const getOfficeRun = call({
  method: 'GET',
  path: '/api/office/run',
  summary: 'How far something that takes its time is (202), or what came of it (200)',
  description:
    'Kept for 30 days. Runs of sessions and imports; a school admin sees the imports that they ' +
    'started.',
  permission: 'office_run.read',
  query: z.object({ runId: z.string({ error: 'runId invalid' }).min(1).max(50, 'runId invalid') }),
  answer: z.discriminatedUnion('kind', [MoveResult, CallOffResult, ImportResult, UndoResult]),
  accepted: RunProgress,
  refuses: { run_not_found: 404 },
});
