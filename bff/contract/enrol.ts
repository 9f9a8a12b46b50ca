import * as z from 'zod';
import { call } from './call.ts';
import { PaymentMethod } from './cards.ts';
import { newYorkDay } from './days.ts';
import { isAddress, isCohort, isName, isOldEnough, isPhone, isPlace, isZip } from './person-checks.ts';
import { StaffStudent, StudentBrief } from './staff-student.ts';
import { Student } from './student.ts';
import { dob, email, flag, opaque, ssn4 } from './types.ts';

const largestText = 500;
/** A text that must be filled in. */
const filled = (isGood: (value: string) => boolean, message: string) =>
  z.string({ error: message }).trim().max(largestText, message).refine(isGood, message);
/** A text that may be left out or left empty; read as undefined then. */
const optional = (isGood: (value: string) => boolean, message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(largestText, message)
    .refine((value) => value === '' || isGood(value), message)
    .transform((value) => value || undefined)
    .optional();
const anyText = (most: number) => (value: string) => isPlace(value, most);
const idOf = (message: string) => z.int({ error: message }).min(1, message).max(2_147_483_647, message);
const chosen = (message: string) => idOf(message).nullish();
const accommodationsTrouble = 'Please fill in the accommodations and who approved them.';

const person = z
  .object({
    firstName: filled(isName, 'First name invalid'),
    lastName: filled(isName, 'Last name invalid'),
    maidenName: optional(isName, 'Maiden name invalid'),
    dob: dob.refine((day) => isOldEnough(day, newYorkDay(new Date())), 'DOB invalid'),
    last4ssn: ssn4.optional(),
    ssn: ssn4.optional().describe('The same as last4ssn; one of the two is required'),
    gender: z.enum(['1', '2'], { error: 'Gender invalid' }).describe('1 men, 2 women'),
    email,
    cellphone: filled(isPhone, 'Phone number invalid'),
    phone: optional(isPhone, 'Phone number invalid'),
    address: filled(isAddress, 'Address invalid'),
    city: filled(anyText(100), 'City invalid'),
    state: optional(anyText(50), 'State invalid'),
    zip: filled((value) => isZip(value, ''), 'Zip invalid'),
    country: filled(anyText(60), 'Country invalid'),
    collegeId: chosen('College invalid'),
    college: chosen('College invalid').describe('The same as collegeId'),
    membershipTypeId: chosen('Membership type invalid'),
    membershipType: chosen('Membership type invalid').describe('The same as membershipTypeId'),
    schoolId: chosen('School invalid'),
    school: chosen('School invalid').describe('The same as schoolId'),
    cohort: optional(isCohort, 'Cohort invalid').describe('YYYY-YYYY; required for a school'),
    accommodations: optional(anyText(500), accommodationsTrouble),
    accommodationsApprovedBy: optional(anyText(100), accommodationsTrouble),
    approvedBy: optional(anyText(100), accommodationsTrouble).describe('The same as accommodationsApprovedBy'),
    password: z.string({ error: 'Password invalid' }).max(200, 'Password invalid').optional().describe('Self sign-up; of staff ignored'),
    isForSchool: flag.optional(),
    isRegularAddEditStudent: flag.optional().describe('The regular form of an admin: college and membership type are required'),
    isRegularAdd: flag.optional().describe('The same as isRegularAddEditStudent'),
    confirmDoubleSsnDob: flag.optional().describe('Staff only: yes, this is another person'),
    seminaryStudentId: chosen('Seminary student invalid').describe('Admin only: links the two'),
  })
  .superRefine((value, context) => {
    if (!isZip(value.zip, value.country)) context.addIssue({ code: 'custom', path: ['zip'], message: 'Zip invalid' });
    if (value.last4ssn === undefined && value.ssn === undefined)
      context.addIssue({ code: 'custom', path: ['last4ssn'], message: 'SSN invalid' });
  });

const adding = {
  method: 'POST',
  summary: 'Puts a student on record; who is not signed in signs up with an account',
  description:
    'Self sign-up: needs the proof of verifyRecaptcha (HttpOnly cookie `botcheck`) and a password; membership type, college and school are those of an open invitation to the address, else 2, 234 and none. A school admin adds to the own school, unless its students are members.',
  access: ['public', 'admin', 'school'],
  body: person,
  answer: z.object({
    student: z.union([StaffStudent, Student]).describe('Staff: StaffStudent. Self sign-up: Student'),
    allSchoolStudents: z.null(),
    school: z.object({ id: z.int(), name: z.string() }).nullable(),
    paymentMethods: z.array(PaymentMethod).describe('A new student has none'),
  }),
  refuses: { duplicate_student: 409, email_taken: 409, bot_check_needed: 403 },
  keyed: true,
} as const;

export const addStudent = call({ ...adding, path: '/api/student/add' });
/** The same by its other path. */
export const studentAdd = call({ ...adding, path: '/api/student_add' });

export const verifyRecaptcha = call({
  method: 'POST',
  path: '/api/verifyRecaptcha',
  summary: 'Checks what the bot check gave the browser',
  description: 'On success leaves a proof in the browser (HttpOnly cookie `botcheck`, 10 minutes) that one sign-up needs.',
  access: ['public'],
  body: z.object({ recaptchaToken: opaque(4096) }),
  answer: z.object({ success: z.boolean().describe('false: the check takes the asker for a robot') }),
  refuses: { bot_check_down: 502 },
});

export const emailAddStudentLinkToNonMember = call({
  method: 'POST',
  path: '/api/emailAddStudentLinkToNonMember',
  summary: 'Invites a non-member to sign up, for 30 days; a newer invitation ends the older one',
  description: 'Nothing is sent when students have the address: these are given instead. At most 20 an hour.',
  access: ['admin', 'admissions'],
  body: z.object({
    firstName: filled(anyText(100), 'First name invalid'),
    email,
    collegeId: idOf('College invalid'),
    seminaryStudentId: chosen('Seminary student invalid').describe('Links the sign-up of this invitation with a seminary student'),
  }),
  answer: z.object({
    responseCode: z.union([z.literal(1), z.literal(2)]).describe('1: sent. 2: students have this address, nothing sent'),
    message: z.string(),
    students: z.array(StudentBrief),
  }),
  keyed: true,
});

export const getInfoForAddStudent = call({
  method: 'POST',
  path: '/api/getInfoForAddStudent',
  summary: 'Lists for the form that adds a student',
  description: 'A school admin is given the own school only.',
  access: ['admin', 'admissions', 'school'],
  answer: z.object({
    schools: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        gender: z.string().describe('1 men, 2 women, 3 both'),
        latest_cohort: z.string().nullable(),
        distinct_cohorts: z.string().describe('Cohorts that its students have, with commas; NULL for who has none'),
        school_cohorts: z.string().describe('Cohorts to choose from, with commas'),
        multiple_active_cohorts: z.boolean(),
        students_are_members: z.boolean(),
      }),
    ),
    membershipTypes: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

export const getColleges = call({
  method: 'GET',
  path: '/api/getColleges',
  summary: 'Colleges that a student can be at, by name',
  access: ['public'],
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
});
