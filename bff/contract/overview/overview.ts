import * as z from 'zod';
import { call } from '../call.ts';
import { finalResults } from '../exams/grade-status.ts';
import { OfficeSession } from '../sessions/office-sessions.ts';
import { count, day, dollars, instant, queryId, time } from '../types.ts';
import { queueKeys } from './queue-keys.ts';

/** Services of which each may have something that waits. */
export const waitingServices = [
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
] as const;
export type WaitingService = (typeof waitingServices)[number];
const missing = z.array(z.enum(waitingServices)).describe('Services that do not answer now');
const asOf = instant.describe('The moment that the figures are of');
const href = z.string().describe('The page of what is counted');

const WaitingQueue = z
  .object({
    key: z.enum(queueKeys),
    text: z.string(),
    count,
    oldest: instant.nullable().describe('null: nothing waits, or since when is not known'),
    href,
  })
  .meta({ id: 'WaitingQueue' });
export type WaitingQueue = z.output<typeof WaitingQueue>;

/** C-O44 */
export const getOverview = call({
  method: 'GET',
  path: '/api/office/overview',
  summary: "Today's sessions, and work that is pending in the office",
  description:
    'Each queue that the caller may see, empty ones too. A service that does not answer is ' +
    'named in `missing`, and the queues of the others are given.',
  permission: 'number.read',
  answer: z.object({
    sessionsToday: z.array(OfficeSession),
    queues: z.array(WaitingQueue),
    missing,
    asOf,
  }),
});

/** The rows of one queue; the page that C-O44 leads to. */
export const getWaiting = call({
  method: 'GET',
  path: '/api/office/waiting',
  summary: 'What waits in one queue, longest first',
  description: 'At most 1,000 rows.',
  permission: 'number.read',
  query: z.object({ queue: z.enum(queueKeys, { error: 'queue invalid' }) }),
  answer: z.object({
    text: z.string().describe('What the queue is of'),
    rows: z.array(
      z.object({
        since: instant.nullable(),
        what: z.string(),
        why: z.string(),
        href: z.string().nullable().describe('Where it is worked on'),
      }),
    ),
    missing,
  }),
});

export const chartKeys = [
  'registrations',
  'revenue',
  'seats',
  'pass_rate',
  'vendors',
  'school_balances',
] as const;
export type ChartKey = (typeof chartKeys)[number];

/** Most series of one chart. */
export const MAX_SERIES = 6;

const ChartPoint = z
  .object({
    x: day.describe('First day of the point'),
    y: z.number().describe('In the unit: a number, dollars, or percent'),
    of: count.optional().describe('Of how many, with percent'),
    href,
  })
  .meta({ id: 'ChartPoint' });
export type ChartPoint = z.output<typeof ChartPoint>;

const days = {
  from: day.describe('First day, in New York'),
  to: day.describe('Last day; at most 366 in all'),
};

/** C-O45 */
export const getChart = call({
  method: 'GET',
  path: '/api/office/chart',
  summary: 'A figure of the office over some days',
  description:
    'Only super admins get revenue, only admins balances of schools. ' +
    'Of more than six vendors, exams or branches the six that have most are given, of schools ' +
    'those with the lowest balances; one that is named is given always. ' +
    'A point of percent without anything to count is left out.',
  permission: 'number.read',
  query: z.object({
    key: z.enum(chartKeys, { error: 'key invalid' }),
    ...days,
    by: z
      .enum(['day', 'week', 'month'], { error: 'by invalid' })
      .optional()
      .describe('day unless said; weeks begin on Sunday'),
    locationId: queryId.optional().describe('Of registrations, vendors and seats'),
    vendorId: queryId.optional().describe('Of registrations, vendors and the pass rate'),
    per: z
      .enum(['vendor', 'exam'], { error: 'per invalid' })
      .optional()
      .describe('What has a series of its own in the pass rate: vendor unless said'),
    schoolId: queryId.optional().describe('Of balances'),
  }),
  answer: z.object({
    unit: z.enum(['count', 'money', 'percent']),
    series: z.array(z.object({ name: z.string(), points: z.array(ChartPoint) })).max(MAX_SERIES),
    total: count.describe('Of how many series these are'),
    asOf,
  }),
  refuses: { range_too_long: 422 },
});
export type Chart = z.output<typeof getChart.answer>;

const page = {
  page: z.coerce.number().int().min(1).max(10_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(200).optional().describe('50 unless said'),
};

/** The registrations behind a point of C-O45. R-571. */
export const getCountedRegistrations = call({
  method: 'GET',
  path: '/api/office/countedRegistrations',
  summary: 'The registrations that a figure counts, newest first',
  permission: 'number.read',
  query: z.object({
    by: z.enum(['made', 'graded'], { error: 'by invalid' }),
    ...days,
    locationId: queryId.optional(),
    vendorId: queryId.optional(),
    examId: queryId.optional(),
    ...page,
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        registrationId: z.int(),
        student_id: z.int(),
        studentName: z.string(),
        subject: z.string(),
        vendorName: z.string(),
        locationName: z
          .string()
          .nullable()
          .describe('The branch, or the school of the session that it has a place in'),
        at: instant.describe('When it was made, or the beginning of the day of its grade'),
        sessionDate: day.nullable().describe('Of the session that it has a place in'),
        testSessionTime: time.nullable(),
        result: z.enum(finalResults).nullable(),
      }),
    ),
    total: count,
  }),
  refuses: { range_too_long: 422 },
});

/** The payments behind a point of C-O45. R-571. */
export const getMoneyEntries = call({
  method: 'GET',
  path: '/api/office/moneyEntries',
  summary: 'What cards paid and got back, newest first',
  permission: 'revenue.read',
  query: z.object({
    ...days,
    kind: z.enum(['captured', 'refunded'], { error: 'kind invalid' }).optional(),
    ...page,
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        entryId: z.int(),
        at: instant,
        kind: z.enum(['capture', 'refund', 'void']),
        purpose: z.string(),
        invoiceNumber: z.string(),
        student_id: z.int().nullable(),
        schoolId: z.int().nullable(),
        payer: z.string().nullable().describe('Who paid; null: their name cannot be told now'),
        amount: dollars.describe('Below zero: it went back'),
      }),
    ),
    total: count,
    sum: dollars.describe('Of all of them'),
  }),
  refuses: { range_too_long: 422 },
});
