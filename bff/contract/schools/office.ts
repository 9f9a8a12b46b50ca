import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { readDay } from '../days.ts';
import { CatalogExam } from '../exams/exam.ts';
import { OneTimeCard } from '../payments/cards.ts';
import { AccountReportRow, StudentBySessionRow } from '../schools.ts';
import { SchoolSession } from '../sessions/sessions.ts';
import { dollars, gender, id, lines, queryId, typed } from '../types.ts';
import { School, SchoolCohorts, SchoolPayment, SchoolStudent } from './school.ts';

/** A school admin may leave it out; another school than the own one is not found. */
const ofSchool = z.object({ schoolId: queryId.optional() });
const notFound = { school_not_found: 404 } as const;

const dateInvalid = 'Date invalid';
/** A day in a request, in either form. */
const dayIn = typed(dateInvalid)
  .max(10, dateInvalid)
  .transform((value, context) => {
    const read = readDay(value);
    if (read !== null) return read;
    context.addIssue({ code: 'custom', message: dateInvalid });
    return z.NEVER;
  })
  .meta({ description: 'YYYY-MM-DD or MM/DD/YYYY', examples: ['2026-12-06'] });
/** The same, left out when it is empty. */
const maybeDay = z
  .union([z.literal(''), dayIn], { error: dateInvalid })
  .transform((value) => value || undefined)
  .optional();

/** C-A32 */
export const getSchools = call({
  method: 'GET',
  path: '/api/getSchools',
  summary: 'Active schools by name; for a school admin the own one alone',
  permission: 'school.manage',
  answer: z.array(School),
});

/** C-A35 */
export const getActiveSchools = call({
  method: 'GET',
  path: '/api/getActiveSchools',
  summary: 'Active schools to choose from, by name; for a school admin the own one alone',
  permission: 'active_school.list',
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
});

/** C-A36 */
export const getSchoolCohorts = call({
  method: 'GET',
  path: '/api/getSchoolCohorts',
  summary: 'The cohorts of a school',
  permission: 'school.manage',
  query: ofSchool,
  answer: SchoolCohorts,
  refuses: notFound,
});

/** C-A33 */
export const getSchoolDetails = call({
  method: 'GET',
  path: '/api/getSchoolDetails',
  summary: 'A school with its students, its sessions and who is in these',
  description:
    'Sessions from 12 months back on, by date. `exams`: those that a bulk registration takes.',
  permission: 'school.read',
  query: ofSchool,
  answer: z.object({
    currentSchoolDetails: School,
    schoolStudents: z.array(SchoolStudent).describe('By last name'),
    schoolSessions: z.array(SchoolSession),
    schoolSessionStudents: z.array(StudentBySessionRow),
    exams: z.array(CatalogExam),
  }),
  refuses: notFound,
});

/** C-A37 */
export const getAllSchoolStudents = call({
  method: 'GET',
  path: '/api/getAllSchoolStudents',
  summary: 'The students of a school by last and first name, with their credits and cards',
  permission: 'school.manage',
  query: ofSchool,
  answer: z.array(SchoolStudent),
  refuses: notFound,
});

/** C-A34 */
export const getSchoolInfo = call({
  method: 'GET',
  path: '/api/getSchoolInfo',
  summary: 'The account report of a school, whole or of some days',
  description:
    'A range of days cuts rows; the balance beside each is that of the whole ledger. ' +
    'As a file: the report of a school that is charged.',
  permission: 'school.manage',
  query: ofSchool.extend({
    startDate: maybeDay,
    endDate: maybeDay,
    format: z.enum(['xlsx'], { error: 'format invalid' }).optional(),
  }),
  answer: z.object({
    schoolDetails: School,
    accountReport: z.array(AccountReportRow).describe('Oldest first'),
    schoolBalance: dollars.nullable().describe('null: the school is not charged'),
    schoolAdminUserEmail: z.string().nullable(),
    schoolPayments: z.array(SchoolPayment).describe('Newest first; only to the office'),
  }),
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  refuses: { ...notFound, school_not_charged: 409 },
});

const badTime = 'Start time invalid';
/** 24 hours, '0930' or '930'. R-375. */
const startTime = typed(badTime)
  .regex(/^([01]?\d|2[0-3])[0-5]\d$/, badTime)
  .transform((time) => time.padStart(4, '0').replace(/^(\d{2})/, '$1:'))
  .meta({ description: 'HHMM, New York', examples: ['0930'] });

/** C-A42 */
export const createSchoolSession = call({
  method: 'POST',
  path: '/api/admin/createSchoolSession',
  keyed: true,
  summary: 'Adds a session of a school, or changes one',
  description:
    'Closing and return day: of a school admin always computed, of the office when they are ' +
    'missing (closing 3 days before a Sunday, 4 before a Monday, else the day before; ' +
    'return a week after). The students of a session whose day or time changes get a mail.',
  permission: 'school_session.edit',
  body: z.object({
    schoolId: id.optional().describe('A school admin may leave it out'),
    gender: gender.optional().describe('Required where the school is for both'),
    testDate: dayIn,
    startTime,
    closingDate: maybeDay,
    returnDate: maybeDay,
    testSessionId: z
      .union([z.literal(0), id])
      .optional()
      .describe('0 or left out: a new one'),
  }),
  answer: SchoolSession.extend({ schoolSessions: z.array(SchoolSession) }),
  refuses: {
    ...notFound,
    session_not_found: 404,
    session_date_closed: 422,
    session_gender: 409,
  },
});

/** C-A43 */
export const deleteSchoolSession = call({
  method: 'POST',
  path: '/api/admin/deleteSchoolSession',
  keyed: true,
  summary: 'Deletes a session of a school, if no student is in it',
  permission: 'school_session.edit',
  body: z.object({ testSessionId: id }),
  answer: z.object({ schoolSessions: z.array(SchoolSession) }),
  refuses: { session_not_found: 404, session_has_students: 409, session_closed: 409 },
});

const noAmount = 'Please enter an amount.';
/** Dollars with at most two places, as a number or as it was typed. */
const amountUpTo = (most: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .overwrite(normalizeLine)
          .regex(/^-?\d{1,7}(?:\.\d{1,2})?$/)
          .transform(Number),
      ],
      { error: noAmount },
    )
    .refine(
      (value) =>
        Math.abs(value) >= 0.01 &&
        Math.abs(value) <= most &&
        Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
      noAmount,
    )
    .meta({ examples: [1200.5] });

/** The balance of a school after a payment, and its calculation. */
const AccountAfter = z.object({
  schoolPaymentBalance: dollars,
  accountReport: z.array(AccountReportRow),
  schoolPayments: z.array(SchoolPayment).describe('Newest first; only to the office'),
});

/** C-A48 */
export const recordSchoolPayment = call({
  method: 'POST',
  path: '/api/admin/recordSchoolPayment',
  keyed: true,
  summary: 'Enters a payment of a school that prepays',
  description:
    'Below 0: a correction, only by a super admin and with a comment; ' +
    'it may take the balance below zero.',
  permission: 'school_payment.record',
  body: z.object({
    amount: amountUpTo(1_000_000),
    date: dayIn.describe('Not in the future'),
    schoolId: id,
    comment: lines(500).optional(),
  }),
  answer: AccountAfter,
  refuses: { ...notFound, school_not_charged: 409 },
});

/** C-A49 */
export const submitSchoolPayment = call({
  method: 'POST',
  path: '/api/admin/submitSchoolPayment',
  keyed: true,
  summary: 'Pays into the balance of a school by card',
  description:
    'The card is charged once and not saved. A charge whose row in the account could not be ' +
    'written yet is entered automatically; the same key never charges twice. ' +
    '`charge_unknown`: it is not known yet whether the card was charged, which is found out; ' +
    'please do not pay again.',
  permission: 'school_payment.charge',
  body: z.object({
    schoolId: id.optional().describe('A school admin may leave it out'),
    amount: amountUpTo(50_000).refine((value) => value > 0, noAmount),
    ...OneTimeCard.shape,
  }),
  answer: AccountAfter,
  refuses: {
    ...notFound,
    school_not_charged: 409,
    card_declined: 402,
    card_partly_approved: 402,
    charge_pending: 409,
    charge_unknown: 502,
  },
});
