import { normalizeAddress } from '@portal/access/text/normalize-text';
import { isAddress, isCohort, isName, isPhone, isZip } from '@portal/access/text/person-rules';
import * as z from 'zod';
import { call } from '../call.ts';
import { isOldEnough, newYorkDay } from '../days.ts';
import { PaymentMethod } from '../payments/cards.ts';
import { SchoolStudent } from '../schools/school.ts';
import { dob, email, flag, opaque, ssn4 } from '../types.ts';
import { anyText, chosen, clearable, filled, idOf, optional, place } from './form-fields.ts';
import { StaffStudent, StudentBrief } from './staff-student.ts';
import { Student } from './student.ts';

const badInvitation = 'This link is not valid. Please call the office.';
const accommodationsTrouble = 'Please fill in the accommodations and who approved them.';

const personFields = {
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
  address: filled(isAddress, 'Address invalid', normalizeAddress),
  city: filled(place(100), 'City invalid'),
  state: optional(place(50), 'State invalid'),
  zip: filled((value) => isZip(value, ''), 'Zip invalid'),
  country: filled(place(60), 'Country invalid'),
  collegeId: chosen('College invalid'),
  college: chosen('College invalid').describe('The same as collegeId'),
  membershipTypeId: chosen('Membership type invalid'),
  membershipType: chosen('Membership type invalid').describe('The same as membershipTypeId'),
  schoolId: chosen('School invalid'),
  school: chosen('School invalid').describe('The same as schoolId'),
  cohort: optional(isCohort, 'Cohort invalid').describe('YYYY-YYYY; required for a school'),
  accommodations: optional(anyText(500), accommodationsTrouble),
  accommodationsApprovedBy: optional(anyText(100), accommodationsTrouble),
  approvedBy: optional(anyText(100), accommodationsTrouble).describe(
    'The same as accommodationsApprovedBy',
  ),
  password: z
    .string({ error: 'Password invalid' })
    .max(200, 'Password invalid')
    .optional()
    .describe('Self sign-up; of staff ignored'),
  isForSchool: flag.optional(),
  isRegularAddEditStudent: flag
    .optional()
    .describe('The regular form of an admin: college and membership type are required'),
  isRegularAdd: flag.optional().describe('The same as isRegularAddEditStudent'),
  confirmDoubleSsnDob: flag.optional().describe('Staff only: yes, this is another person'),
  seminaryStudentId: chosen('Seminary student invalid').describe('Admin only: links the two'),
  invitation: opaque(100, badInvitation)
    .optional()
    .describe('Self sign-up: the secret of an invitation, `invitation` in the query of its link'),
};

const person = z.object(personFields).superRefine((value, context) => {
  if (!isZip(value.zip, value.country))
    context.addIssue({ code: 'custom', path: ['zip'], message: 'Zip invalid' });
  if (value.last4ssn === undefined && value.ssn === undefined)
    context.addIssue({ code: 'custom', path: ['last4ssn'], message: 'SSN invalid' });
});

/** The students of the school that the student is in now, for staff who run it. */
const allSchoolStudents = z
  .array(SchoolStudent)
  .nullable()
  .describe('To staff, of the school of the student; null without one, or when it cannot be read');

const adding = {
  summary: 'Puts a student on record; who is not signed in signs up with an account',
  description:
    'Self sign-up: needs the proof of verifyRecaptcha (HttpOnly cookie `botcheck`) and a ' +
    'password; membership type, college and school are those of the invitation whose secret is ' +
    'sent, else 2, 234 and none. A school admin adds to the own school, unless its students are ' +
    'members; any other school is not found.',
  permission: 'student.add',
  body: person,
  answer: z.object({
    student: z
      .union([StaffStudent, Student])
      .describe('Staff: StaffStudent. Self sign-up: Student'),
    allSchoolStudents,
    school: z.object({ id: z.int(), name: z.string() }).nullable(),
    paymentMethods: z.array(PaymentMethod).describe('A new student has none'),
  }),
  refuses: {
    duplicate_student: 409,
    email_taken: 409,
    bot_check_needed: 403,
    invitation_invalid: 422,
    school_not_found: 404,
  },
} as const;

export const addStudent = call({
  method: 'POST',
  path: '/api/student/add',
  keyed: true,
  ...adding,
});
/** The same by its other path. */
export const studentAdd = call({
  method: 'POST',
  path: '/api/student_add',
  keyed: true,
  ...adding,
});

/** An older record may lack a field; the page of staff sends what it shows. */
const {
  password: _password,
  invitation: _invitation,
  seminaryStudentId: _link,
  ...kept
} = personFields;
const edited = z
  .object(kept)
  .partial()
  .extend({
    maidenName: clearable(isName, 'Maiden name invalid'),
    phone: clearable(isPhone, 'Phone number invalid'),
    state: clearable(place(50), 'State invalid'),
    cohort: clearable(isCohort, 'Cohort invalid'),
    accommodations: clearable(anyText(500), accommodationsTrouble),
    accommodationsApprovedBy: clearable(anyText(100), accommodationsTrouble),
    approvedBy: clearable(anyText(100), accommodationsTrouble),
    // who has them keeps one
    collegeId: idOf('College invalid').optional(),
    college: idOf('College invalid').optional(),
    membershipTypeId: idOf('Membership type invalid').optional(),
    membershipType: idOf('Membership type invalid').optional(),
    emailUnlocked: flag
      .optional()
      .describe('Yes, the address with which the student logs in changes'),
  })
  .superRefine(({ zip, country, accommodations, ...value }, context) => {
    if (zip !== undefined && country !== undefined && !isZip(zip, country))
      context.addIssue({ code: 'custom', path: ['zip'], message: 'Zip invalid' });
    const approvedBy = value.accommodationsApprovedBy ?? value.approvedBy ?? null;
    if (accommodations === null && approvedBy !== null)
      context.addIssue({
        code: 'custom',
        path: ['accommodations'],
        message: accommodationsTrouble,
      });
  });

export const editStudent = call({
  method: 'POST',
  path: '/api/admin/editStudent',
  keyed: true,
  summary: 'Changes fields of a student; what is left out stays (C-A11)',
  description:
    'A field that may be empty is cleared by sending it empty. ' +
    'Another login address ends the sessions of the student, who hears of it at both addresses. ' +
    'A school admin changes names, phones, address, gender, cohort and an address that is no ' +
    'login, of students of the own school; anything else is 403.',
  permission: 'student.edit',
  onStudent: true,
  body: edited,
  answer: z.object({
    student: StaffStudent,
    allSchoolStudents,
    school: z.object({ id: z.int(), name: z.string() }).nullable(),
    paymentMethods: z.array(PaymentMethod),
  }),
  refuses: { duplicate_student: 409, email_taken: 409, email_locked: 409, office_only: 403 },
});

export const verifyRecaptcha = call({
  method: 'POST',
  path: '/api/verifyRecaptcha',
  queued: true,
  summary: 'Checks what the bot check gave the browser',
  description:
    'On success leaves a proof in the browser (HttpOnly cookie `botcheck`, 10 minutes) that one ' +
    'sign-up needs, and after many refused tries checkStudentId and register.',
  permission: 'account.sign_up',
  body: z.object({ recaptchaToken: opaque(4096) }),
  answer: z.object({
    success: z.boolean().describe('false: the check takes the asker for a robot'),
  }),
  refuses: { bot_check_down: 502 },
});

export const emailAddStudentLinkToNonMember = call({
  method: 'POST',
  path: '/api/emailAddStudentLinkToNonMember',
  keyed: true,
  summary:
    'Invites a non-member to sign up by a mailed link with a secret, for 30 days; ' +
    'a newer invitation ends the older one',
  description:
    'Nothing is sent when students have the address: these are given instead. At most 20 an hour.',
  permission: 'student.invite',
  body: z.object({
    firstName: filled(isName, 'First name invalid'),
    email,
    collegeId: idOf('College invalid'),
    seminaryStudentId: chosen('Seminary student invalid').describe(
      'Links the sign-up of this invitation with a seminary student',
    ),
  }),
  answer: z.object({
    responseCode: z
      .union([z.literal(1), z.literal(2)])
      .describe('1: sent. 2: students have this address, nothing sent'),
    message: z.string(),
    students: z.array(StudentBrief),
  }),
});

export const getInfoForAddStudent = call({
  method: 'POST',
  path: '/api/getInfoForAddStudent',
  summary: 'Lists for the form that adds a student',
  description: 'A school admin is given the own school only.',
  permission: 'cohort.list',
  answer: z.object({
    schools: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        gender: z.string().describe('1 men, 2 women, 3 both'),
        latest_cohort: z.string().nullable(),
        distinct_cohorts: z
          .string()
          .describe('Cohorts that its students have, with commas; NULL for who has none'),
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
  permission: 'college.list',
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
});
