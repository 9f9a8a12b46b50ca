import * as z from 'zod';
import { StaffRegistration } from '../exams/staff-registration.ts';
import { logs } from '../log-entry.ts';
import { count, day, dollars, id, instant } from '../types.ts';

const text = z.string().nullable();

/** The fields that tell one student from another: duplicates, lists. */
export const StudentBrief = z
  .object({
    id: z
      .int()
      .describe(
        '0: a student outside the own school, of whom a school admin sees no more than the name',
      ),
    firstName: z.string(),
    lastName: z.string(),
    maidenName: text,
    ssn: z.string().describe('Last four digits'),
    dob: z.string(),
    email: text,
    collegeName: text,
    schoolName: text,
    jseId: text,
  })
  .meta({ id: 'StudentBrief' });
export type StudentBrief = z.output<typeof StudentBrief>;

/** Credits that a student bought or was given at once. */
export const StudentPackage = z
  .object({
    id,
    transaction_date: instant,
    display_name: z.string(),
    purchase_price: dollars,
    number_of_credits: count,
    credit_balance: count.describe('What is left of them'),
    active: z.boolean().describe('Neither refunded nor taken back'),
    logs,
  })
  .meta({ id: 'StudentPackage' });
export type StudentPackage = z.output<typeof StudentPackage>;

/** A student as staff see one. A value that is missing is null. */
export const StaffStudent = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    maidenName: text,
    gender: z.enum(['1', '2']),
    ssn: z.string().describe('Last four digits'),
    dob: day,
    email: text,
    phone: text.describe('Cell phone'),
    phone2: text,
    address: text,
    city: text,
    state: text,
    zip: text,
    country: text,
    membershipType: id,
    membershipName: z.string(),
    college: id.nullable(),
    collegeName: text,
    school: id.nullable(),
    schoolName: text,
    schoolCohort: text,
    school_cohort: text.describe('The same as schoolCohort'),
    accommodations: text.describe('What is in force today, as a sentence'),
    accommodationsText: text.describe('What the form of the record says, which is one of them'),
    accommodationsApproved: z.boolean(),
    approvedBy: text,
    approvalDate: day.nullable(),
    password: z.boolean().describe('The student has a portal account'),
    jseId: text,
    ttiStudentId: text,
    masped_student_id: id.nullable(),
    numActiveRegistrations: count.describe('Those that are not cancelled'),
    latestActivePackage: text.describe('The newest package that is active'),
    studentPackages: z.array(StudentPackage).describe('Newest first'),
    registrations: z.array(StaffRegistration).describe('Newest first, cancelled ones too'),
    logs,
    createdOn: instant,
    createdBy: z.string(),
    lastChange: instant.nullable(),
    lastChangeBy: text,
  })
  .meta({ id: 'StaffStudent' });
export type StaffStudent = z.output<typeof StaffStudent>;
