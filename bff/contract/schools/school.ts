import * as z from 'zod';
import { PaymentMethod } from '../payments/cards.ts';
import { count, day, dollars, gender, instant, time } from '../types.ts';

const cohorts = z.string().describe('With commas');
const distinctCohorts = cohorts.describe(
  'Cohorts that its students have, with commas; NULL for who has none',
);
const flagNumber = z.union([z.literal(0), z.literal(1)]);

/** The cohorts of a school. */
export const SchoolCohorts = z.object({
  school_cohorts: cohorts.describe('Cohorts to choose from, with commas'),
  latest_cohort: z.string().nullable(),
  distinct_cohorts: distinctCohorts,
});

/** A school as those who run it see it. */
export const School = SchoolCohorts.extend({
  id: z.int(),
  name: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  gender,
  multiple_active_cohorts: z.boolean(),
  chargeSchool: z.boolean().describe('It prepays'),
  students_are_members: z.boolean(),
  chargeProctorFee: flagNumber.describe('0: its students pay no proctor fee'),
  chargeproctorfee: flagNumber.describe('The same'),
  member_pricePerCredit: dollars.nullable().describe('null: not set yet'),
  nonmember_pricePerCredit: dollars.nullable().describe('null: not set yet'),
  sessionClosingTime: time,
  schoolPaymentBalance: dollars
    .nullable()
    .describe('null: it is not charged, or the caller may not see it'),
}).meta({ id: 'School' });
export type School = z.output<typeof School>;

/** A student of a school with the facts that a run needs. */
export const SchoolStudent = z
  .object({
    student: z.object({
      id: z.int(),
      firstName: z.string(),
      lastName: z.string(),
      ssn: z.string().describe('The last four digits'),
      email: z.string().nullable(),
      gender: z.enum(['1', '2']),
      school_cohort: z.string().nullable(),
      membershipType: z.int(),
    }),
    existingStudentCredits: count.describe(
      'Own credits, which keep a student of a prepaying school out of a run',
    ),
    availableCredits: count.describe('Everything usable, free ones included'),
    freeSchoolCredits: count,
    paymentMethods: z.array(PaymentMethod),
  })
  .meta({ id: 'SchoolStudent' });
export type SchoolStudent = z.output<typeof SchoolStudent>;

/** Money of a school that came in, or a correction of it. */
export const SchoolPayment = z
  .object({
    id: z.int(),
    createDate: instant,
    paymentDate: day,
    amount: dollars.describe('Below 0: a correction'),
    comment: z.string().nullable(),
    createdBy: z.string(),
  })
  .meta({ id: 'SchoolPayment' });
export type SchoolPayment = z.output<typeof SchoolPayment>;
