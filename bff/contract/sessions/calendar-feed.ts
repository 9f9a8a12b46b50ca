import * as z from 'zod';
import { call } from '../call.ts';
import { id, instant, queryId } from '../types.ts';

/** The address at which a calendar reads a feed, without a session: its secret is the right. */
export const CALENDAR_FILE = { path: '/api/calendar/{secret}.ics', type: 'text/calendar' } as const;
/** The format of a secret. */
export const FEED_SECRET = /^[A-Za-z0-9_-]{43}$/;

const whichBranch = 'Of staff: the branch. Students name none';

/** C-O52 */
export const getCalendarFeed = call({
  method: 'GET',
  path: '/api/calendarFeed',
  summary: 'Whether the own calendar feed, or that of a branch, is there',
  description:
    'A feed is an address from which calendars read sessions again and again. ' +
    'One a student, and one a branch and account of staff.',
  permission: 'calendar_feed.keep',
  query: z.object({ locationId: queryId.optional().describe(whichBranch) }),
  answer: z.object({
    exists: z.boolean(),
    createdAt: instant.nullable(),
    lastRead: instant.nullable().describe('By a calendar, to the minute'),
  }),
  refuses: { location_not_found: 404 },
});

/** C-O52 */
export const changeCalendarFeed = call({
  method: 'POST',
  path: '/api/calendarFeed',
  keyed: true,
  replay: 'without',
  summary: 'Makes a calendar feed, gives it another address, or ends it',
  description:
    'The address is in the first answer only, and not stored: a replay has null. ' +
    'Whoever has it can read the feed. Renewing and revoking end the old one at once.',
  permission: 'calendar_feed.keep',
  body: z.object({
    action: z.enum(['make', 'renew', 'revoke'], { error: 'action invalid' }),
    locationId: id.optional().describe(whichBranch),
  }),
  answer: z.object({
    url: z.string().nullable(),
    webcal: z.string().nullable().describe('The same, for programs that open calendars'),
  }),
  refuses: { feed_exists: 409, location_not_found: 404 },
});
