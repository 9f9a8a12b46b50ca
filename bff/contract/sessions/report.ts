import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { readDay } from '../days.ts';
import { day, text, time, typed } from '../types.ts';
import { attendance } from './attendance.ts';

/** Longest time of one report, in days from its first day to its last. R-332. */
export const MAX_REPORT_DAYS = 366;
export const noReportRows = 'No registrations found for your criteria.';
export const tooManyDays = `Please choose at most ${MAX_REPORT_DAYS} days.`;
export const endBeforeStart = 'The end date is before the start date.';

/** Where an exam is sat, by the numbers of the documents. */
export const sessionTypes = { 21: 'Location', 22: 'School', 23: 'Shipped', 99: 'Online' } as const;

const reportDay = (name: string) =>
  typed(`${name} invalid`)
    .max(10, `${name} invalid`)
    .transform((value, context) => {
      const read = readDay(value);
      if (read !== null) return read;
      context.addIssue({ code: 'custom', message: `${name} invalid` });
      return z.NEVER;
    })
    .meta({ description: 'YYYY-MM-DD or MM/DD/YYYY', examples: ['2026-12-06'] });

/** Values that do not filter. */
const unfiltered = z
  .union([z.null(), z.literal(0), z.literal(''), z.literal('0'), z.literal('all')])
  .transform(() => undefined);
const largestId = 2_147_483_647;
/** A number to filter by; null, 0, '' and 'all' do not filter. */
const maybeNumber = (name: string) =>
  z
    .union(
      [
        unfiltered,
        z.int().min(1).max(largestId),
        z
          .string()
          .overwrite(normalizeLine)
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number),
      ],
      { error: `${name} invalid` },
    )
    .optional();
const oneOf = (name: string, numbers: readonly number[]) =>
  maybeNumber(name).refine(
    (value) => value === undefined || numbers.includes(value),
    `${name} invalid`,
  );

/** Days from one to another. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Why a report of these days is refused, or null. R-332. */
export function reportDaysRefusal(startDate: string, endDate: string): string | null {
  if (endDate < startDate) return endBeforeStart;
  return daysBetween(startDate, endDate) > MAX_REPORT_DAYS ? tooManyDays : null;
}

const RegistrationReportRow = z
  .object({
    registrationId: z.int(),
    studentId: z.int(),
    lastName: z.string(),
    firstName: z.string(),
    ssn: z.string().describe('The last four digits'),
    subject: z.string(),
    secularNumber: z.string(),
    vendorName: z.string(),
    sessionType: z.enum(['School', 'Location', 'Online', 'Shipped']),
    sessionDate: day.nullable(),
    sessionTime: time.nullable().describe('In New York'),
    attendance: attendance.nullable().describe('null: of no session with a place'),
    schoolName: z.string().nullable(),
    school_cohort: z.string().nullable(),
    locationName: z.string().nullable(),
    onlineExamStarted: day.nullable(),
    arrivedBack: day.nullable(),
    batchDate: z.union([day, z.literal('N/A'), z.null()]),
    admin_cancel_session_date: day.nullable(),
    paper_exam_uploaded: z.boolean(),
    paidOn: day.nullable().describe('null: not paid, or paid by another system'),
    grade: z.string().nullable().describe('null: failed, disqualified or not graded'),
    gradeComment: z.string().nullable(),
    credits: z.int().nullable(),
  })
  .meta({ id: 'RegistrationReportRow' });
export type RegistrationReportRow = z.output<typeof RegistrationReportRow>;

/** C-A50 */
export const getExamRegistrations = call({
  method: 'POST',
  path: '/api/getExamRegistrations',
  summary: 'The registrations of some days, with their grades, as rows or as an XLSX file',
  description:
    'By session date (or batch date), place and name; registrations that are not cancelled, ' +
    'with those whose session staff cancelled. A school admin gets students of the own school. ' +
    'At most 100,000 rows. They come as they are read: an answer that breaks off is not whole.',
  permission: 'report.read',
  body: z
    .object({
      dateType: z
        .union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)], {
          error: 'dateType invalid',
        })
        .describe('1 exam dates, 2 batch dates'),
      startDate: reportDay('startDate'),
      endDate: reportDay('endDate').describe('At most 366 days after the first'),
      sessionTypeId: oneOf('sessionTypeId', Object.keys(sessionTypes).map(Number)).describe(
        '21 location, 22 school, 23 shipped, 99 online',
      ),
      sessionTypeValueId: maybeNumber('sessionTypeValueId').describe(
        'A location for 21, a school for 22',
      ),
      vendorId: oneOf('vendorId', [1, 3, 4]),
      examId: maybeNumber('examId'),
      packageTypesId: maybeNumber('packageTypesId'),
      schoolId: maybeNumber('schoolId').describe('Students of this school'),
      schoolCohort: z
        .union([unfiltered, text(20, 'schoolCohort invalid')], { error: 'schoolCohort invalid' })
        .optional()
        .describe('NULL: without one. With schoolId, or sessionTypeId 22'),
      format: z.enum(['xlsx'], { error: 'format invalid' }).optional(),
    })
    .superRefine(({ startDate, endDate }, context) => {
      const refusal = reportDaysRefusal(startDate, endDate);
      if (refusal !== null)
        for (const path of ['endDate', 'startDate'])
          context.addIssue({ code: 'custom', path: [path], message: refusal });
    }),
  answer: z.array(RegistrationReportRow),
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  refuses: { too_many_rows: 422, school_not_found: 404, no_rows: 404 },
});
