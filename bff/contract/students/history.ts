import * as z from 'zod';
import { call } from '../call.ts';
import { day, instant, text } from '../types.ts';

/** The services that keep an audit of students, in the order of rows of one time. */
export const historyServices = [
  'identity',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
] as const;
/** The services that keep an audit; the rows of the last are about no student. */
export const auditServices = [...historyServices, 'catalog'] as const;
export type AuditService = (typeof auditServices)[number];

const historyKinds = [
  'record',
  'registrations',
  'credits',
  'payments',
  'seminary',
  'transcripts',
] as const;
const officeKinds = [...historyKinds, 'catalogue'] as const;
export type HistoryKind = (typeof officeKinds)[number];

const historyActors = ['staff', 'student', 'system'] as const;
export type HistoryActor = (typeof historyActors)[number];

/** The time of the last row of a page, and below which id each service goes on. */
const place = /^(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)((?:,[a-z]{1,20},\d{1,15}){1,7})$/;
function isPlace(text: string): boolean {
  const [, at = '', rows = ''] = place.exec(text) ?? [];
  const services = rows.split(',').filter((_, index) => index % 2 === 1);
  return (
    !Number.isNaN(Date.parse(at)) &&
    services.every((name) => auditServices.some((known: string) => known === name))
  );
}

const HistoryEntry = z
  .object({
    id: z.string().describe('Of this row, among all services'),
    stamp: instant,
    who: z.enum(historyActors),
    loginname: z.string().describe("A login name, the student's address, system, or not signed in"),
    op: z.enum(['insert', 'update', 'delete', 'action']),
    tname: z.string().describe('What kind of record: student, registration, charge'),
    record: z.string().describe('Its id'),
    text: z.string().describe('What was done, in words, one line a field'),
    origin: z
      .string()
      .nullable()
      .describe(
        'The network address that it was done from, of IPv6 the /64 network; ' +
          'null: the system did it, or it is not known',
      ),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.output<typeof HistoryEntry>;

const OfficeHistoryEntry = HistoryEntry.extend({
  studentId: z.number().nullable().describe('Of which student it tells; null: of none'),
}).meta({ id: 'OfficeHistoryEntry' });

const filters = {
  before: z
    .string()
    .refine(isPlace, 'Must be the next of an answer')
    .optional()
    .describe('Rows after this place; without it the newest'),
  kind: z.enum(historyKinds).optional().describe('Of what kind of records'),
  who: z.enum(historyActors).optional(),
  from: day.optional().describe('First day, in New York'),
  to: day.optional().describe('Last day, in New York'),
};
const next = z.string().nullable().describe('null: these are the last');
const away = 'Services that do not answer now';

export const studentHistory = call({
  method: 'POST',
  path: '/api/admin/studentHistory',
  summary: 'What happened to a student and who did it, newest first',
  description:
    'From the audits of all services, 50 rows at a time: `next` is the `before` of the next ' +
    'page. Rows of one service are in the order in which the changes took effect, whatever ' +
    'their `stamp`; those of several services merge by `stamp`, then service. ' +
    'A service that does not answer is named in `missing`, and the rows of the others are given; ' +
    'SSN digits, birth dates and passwords are only said to have changed.',
  permission: 'activity.read',
  onStudent: true,
  body: z.object(filters),
  answer: z.object({
    entries: z.array(HistoryEntry),
    next,
    missing: z.array(z.enum(historyServices)).describe(away),
  }),
  refuses: { student_not_found: 404 },
});

export const officeHistory = call({
  method: 'POST',
  path: '/api/admin/officeHistory',
  summary: 'What everybody did, newest first',
  description:
    'As the history of a student, of all students and of what is about none: schools, staff ' +
    'accounts, files, the catalogue of exams and packages. Students are named by their ids.',
  permission: 'activity.read',
  body: z.object({
    ...filters,
    kind: z.enum(officeKinds).optional().describe('Of what kind of records'),
    loginName: text(100).optional().describe('Whoever did it; the whole login name'),
  }),
  answer: z.object({
    entries: z.array(OfficeHistoryEntry),
    next,
    missing: z.array(z.enum(auditServices)).describe(away),
  }),
});
