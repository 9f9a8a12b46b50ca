import type { Permission } from '@portal/access/permissions';
import * as z from 'zod';
import type { RefusalStatus } from './call.ts';
import { queryId } from './types.ts';

/** Data that an open page shows and may have to reload. */
const liveTopics = [
  'exams',
  'sessions',
  'credits',
  'cards',
  'profile',
  'file',
  'sessionDay',
  'waiting',
  'calendar',
  'catalogue',
] as const;
export type LiveTopic = (typeof liveTopics)[number];
/** Topics for staff only: a student gets no notice of changes to their file. */
export const staffTopics: readonly LiveTopic[] = ['file'];

const nothing = z.object({});
const LiveChange = z
  .object({ topics: z.array(z.enum(liveTopics)).min(1) })
  .meta({ id: 'LiveChange' });
export type LiveChange = z.output<typeof LiveChange>;

/**
 * A stream of /api: server-sent events for as long as the page is open. It is no call: it has no
 * answer.
 */
export interface StreamSpec {
  method: 'GET';
  path: `/api/${string}`;
  permission: Permission;
  /** It is about one student, as calls are. */
  onStudent?: true;
  query: z.ZodObject;
  /** Each event's name and its data. */
  events: Readonly<Record<string, { summary: string; data: z.ZodType }>>;
  refuses: Readonly<Record<string, RefusalStatus>>;
  summary: string;
  description: string;
}

export const liveEvents = {
  method: 'GET',
  path: '/api/events',
  summary: 'What changed for a student since the page was opened, as server-sent events',
  description:
    'Says which answers of other calls are no longer right, never what stands in them. ' +
    'Held open until the session is over; does not count as use of it. ' +
    '`Last-Event-ID` or `age` brings the missed events, or `refresh` when that is not ' +
    'known any more.',
  permission: 'change.watch',
  onStudent: true,
  query: z.object({
    student_id: queryId
      .optional()
      .describe('The student to act on: required of staff, not sent by students'),
    age: z.coerce
      .number()
      .int()
      .min(0)
      .max(86_400_000)
      .optional()
      .describe('How many milliseconds ago the page read what it shows'),
  }),
  events: {
    ready: { summary: 'The stream is open, and changes are heard', data: nothing },
    changed: { summary: 'Answers about these topics changed', data: LiveChange },
    refresh: { summary: 'Anything may have changed', data: nothing },
    away: { summary: 'Changes are not heard until `refresh`: ask by yourself', data: nothing },
    beat: { summary: 'Nothing happened; comes every 20 seconds', data: nothing },
    over: { summary: 'The session is over; the stream ends', data: nothing },
  },
  refuses: { too_many_streams: 429 },
} as const satisfies StreamSpec;
export type LiveEvent = keyof typeof liveEvents.events;

/** O-02, O-03, O-09 */
export const sessionEvents = {
  method: 'GET',
  path: '/api/office/sessionEvents',
  summary: 'What changed about sessions since a page of them was opened, as server-sent events',
  description:
    'As `/api/events`, of a session instead of a student: the topic is `sessionDay`. ' +
    'A school admin: of sessions of the own school. Without a session, of all of them: ' +
    '`calendar`, of what the office plans, and `waiting`, of their waiting lists; ' +
    'of which session is not said.',
  permission: 'office_session.list',
  query: z.object({ testSessionId: queryId.optional(), age: liveEvents.query.shape.age }),
  events: liveEvents.events,
  refuses: { too_many_streams: 429, session_not_found: 404 },
} as const satisfies StreamSpec;

/** O-05, R-561 */
export const catalogueEvents = {
  method: 'GET',
  path: '/api/office/catalogueEvents',
  summary: 'That the catalogue changed since its page was opened, as server-sent events',
  description:
    'As `/api/events`, of the catalogue as the office keeps it instead of a student: the topic ' +
    'is `catalogue`.',
  permission: 'office_catalog.list',
  query: z.object({ age: liveEvents.query.shape.age }),
  events: liveEvents.events,
  refuses: { too_many_streams: 429 },
} as const satisfies StreamSpec;

/** Every stream of the contract, with the name it is documented under. */
export const streams: readonly { name: string; area: string; stream: StreamSpec }[] = [
  { name: 'liveEvents', area: 'live', stream: liveEvents },
  { name: 'sessionEvents', area: 'live', stream: sessionEvents },
  { name: 'catalogueEvents', area: 'live', stream: catalogueEvents },
];
