import * as z from 'zod';
import { call } from '../call.ts';
import { count, flag, instant, lines, text } from '../types.ts';

const exportStates = ['preparing', 'ready', 'expired'] as const;
const blankingStates = ['waiting', 'withdrawn', 'running', 'done'] as const;

/** A request for the data that is kept about a student. */
const DataExport = z
  .object({
    requestId: z.uuid(),
    at: instant.describe('When it was asked for'),
    by: z.string().describe('Real name of staff, or the student'),
    state: z.enum(exportStates),
    until: instant.nullable().describe('How long it can be fetched; null while it is prepared'),
  })
  .meta({ id: 'DataExport' });
export type DataExport = z.output<typeof DataExport>;

/** The data itself: what each service keeps, table by table. */
export const StudentData = z
  .object({
    studentId: z.int(),
    askedAt: instant,
    services: z.array(
      z.object({
        service: z.string(),
        tables: z.array(
          z.object({
            name: z.string(),
            rows: z.array(z.record(z.string(), z.unknown())),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'StudentData' });
export type StudentData = z.output<typeof StudentData>;

/** C-O59 */
export const getMyData = call({
  method: 'GET',
  path: '/api/myData',
  summary: 'Requests for the data kept about a student; with one of them and a format, its file',
  description:
    'Students see the requests that they made, staff all about the student. ' +
    'Both files say the same; notes and reasons of bars stand only in those that staff asked ' +
    'for. Fetching a file is noted.',
  permission: 'data.export',
  onStudent: true,
  query: z
    .object({
      requestId: z.uuid({ error: 'requestId invalid' }).optional(),
      format: z.enum(['json', 'pdf'], { error: 'format invalid' }).optional(),
    })
    .superRefine(({ requestId, format }, context) => {
      if ((requestId === undefined) === (format === undefined)) return;
      const path = requestId === undefined ? 'requestId' : 'format';
      context.addIssue({ code: 'custom', path: [path], message: `${path} invalid` });
    }),
  answer: z.union([
    z.object({ requests: z.array(DataExport).describe('The newest first; at most 50') }),
    StudentData,
  ]),
  file: 'application/pdf',
  refuses: { request_not_found: 404, student_not_found: 404 },
});

/** C-O59 */
export const requestMyData = call({
  method: 'POST',
  path: '/api/myData',
  keyed: true,
  summary: 'Asks for all data that is kept about a student, as JSON and PDF',
  description:
    'Ready within ten minutes, which whoever asked is told by mail, and kept for 7 days. ' +
    'The student and the office can each ask once a day. Without secrets and data of other ' +
    'people.',
  permission: 'data.export',
  onStudent: true,
  body: z.object({
    reason: lines(200, 'Give a reason of 3 to 200 characters.')
      .optional()
      .describe('Of staff, who must say why; at least 3 characters'),
  }),
  answer: z.never(),
  accepted: z.object({ requestId: z.uuid() }),
  refuses: { once_a_day: 429, student_not_found: 404 },
});

const requestKinds = ['export', 'blanking'] as const;
const DataRequest = z
  .object({
    requestId: z.uuid(),
    studentId: z.int(),
    student: z.string(),
    kind: z.enum(requestKinds),
    by: z.string().describe('Real name of staff, or the student'),
    at: instant,
    state: z
      .enum([...exportStates, ...blankingStates])
      .describe('Of an export the first three, of a blanking the others'),
    until: instant
      .nullable()
      .describe('How long an export can be fetched; from when on a blanking removes the data'),
    reason: z.string().nullable().describe('Why staff asked'),
  })
  .meta({ id: 'DataRequest' });
export type DataRequest = z.output<typeof DataRequest>;

/** O-15 */
export const getDataRequests = call({
  method: 'GET',
  path: '/api/office/dataRequests',
  summary: 'Exports and blankings of all students, the newest first',
  permission: 'data_request.list',
  query: z.object({
    kind: z.enum(requestKinds, { error: 'kind invalid' }).optional(),
    state: z.enum([...exportStates, ...blankingStates], { error: 'state invalid' }).optional(),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(200).optional().describe('50 unless said'),
  }),
  answer: z.object({ items: z.array(DataRequest), total: count }),
});

const reasonError = 'Give a reason of 3 to 500 characters.';

/** C-O60 */
export const blankStudent = call({
  method: 'POST',
  path: '/api/office/blankStudent',
  keyed: true,
  summary: 'Removes the personal data of a student in 72 hours, or takes that back',
  description:
    'The account is closed at once, and the student is told by mail. ' +
    'Registrations, results and money stay, by id alone. `dryRun` says what it would come to, ' +
    'without a key, and needs neither reason nor name. `withdraw` takes it back as long as it ' +
    'has not begun. `cannot_blank` says in `reasons` what is in the way; ' +
    '`blanking_waits` that it is ordered, `blanking_runs` that it has begun.',
  permission: 'student.blank',
  onStudent: true,
  body: z
    .object({
      reason: lines(500, reasonError).optional().describe('At least 3 characters'),
      forfeitCredits: flag.optional().describe('Credits that are left are given up'),
      confirmName: text(210, 'Name missing').optional().describe('First and last name'),
      dryRun: z.boolean({ error: 'dryRun invalid' }).optional(),
      withdraw: z.boolean({ error: 'withdraw invalid' }).optional(),
    })
    .superRefine(({ reason, confirmName, dryRun = false }, context) => {
      if (dryRun) return;
      for (const [path, value, message] of [
        ['reason', reason, reasonError],
        ['confirmName', confirmName, 'Name missing'],
      ] as const)
        if (value === undefined) context.addIssue({ code: 'custom', path: [path], message });
    }),
  answer: z.object({
    blankOn: instant,
    blanked: z.array(z.string()).describe('What is removed'),
    kept: z.array(z.string()).describe('What stays, by id alone'),
    creditsForfeited: count,
  }),
  refuses: {
    student_not_found: 404,
    name_differs: 422,
    cannot_blank: 409,
    has_credits: 409,
    blanking_waits: 409,
    blanking_runs: 409,
    already_blanked: 409,
    request_not_found: 404,
  },
});
