import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { CreditsInfo } from '../payments/credits.ts';
import { day, flag, gender, id, instant } from '../types.ts';

const text = z.string().nullable();
/** An id of the portal, or one of TTI. */
const anyId = z.union(
  [
    id,
    z
      .string()
      .overwrite(normalizeLine)
      .regex(/^[\w-]{1,40}$/),
  ],
  { error: 'Must be an id' },
);

export const Student = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    maidenName: text,
    dob: day,
    last4ssn: z.string(),
    gender,
    email: text,
    cellphone: text,
    phone: text,
    address: text,
    city: text,
    state: text,
    zip: text,
    country: text,
    collegeId: z.int().nullable(),
    collegeName: text,
    schoolId: z.int().nullable(),
    schoolName: text,
    cohort: text,
    membershipTypeId: z.int().describe('1: member; anything else is priced as non-member'),
    membershipName: z.string(),
    accommodations: text.describe('What is in force today, as a sentence'),
    accommodationsApprovedBy: text,
    isForSchool: z.boolean().describe('The record was made for a school'),
    hasAccount: z.boolean().describe('A portal password exists'),
    ttiStudentId: text,
    isTtiMember: z.boolean(),
    createdOn: instant.optional().describe('Staff only, like the next three'),
    lastChange: instant.optional(),
    createdBy: text.optional(),
    lastChangeBy: text.optional(),
  })
  .meta({ id: 'Student' });
export type Student = z.output<typeof Student>;

export const getCreditsInfo = call({
  method: 'POST',
  path: '/api/getCreditsInfo',
  summary: 'Credits of a student, and what one more costs',
  permission: 'credit.read',
  onStudent: true,
  answer: CreditsInfo,
});

export const emailStudyMaterials = call({
  method: 'POST',
  path: '/api/emailStudyMaterials',
  keyed: true,
  summary: "Mails the links to an exam's study materials to the student's own address",
  permission: 'material.send',
  onStudent: true,
  body: z.object({ examId: id }),
  answer: z.object({ successMessage: z.string() }),
  refuses: { not_registered: 403, no_study_materials: 404, no_email: 409 },
});

/** An accommodation of a student in exams, as the student sees it. */
const Granted = z
  .object({
    kind: z.enum(['extra_time', 'own_room', 'large_print', 'reader', 'breaks', 'other']),
    percent: z.int().nullable(),
    minutes: z.int().nullable(),
    validFrom: day,
    validUntil: day.nullable().describe('The last day; null: no end'),
  })
  .meta({ id: 'GrantedAccommodation' });
export type Granted = z.output<typeof Granted>;

export const getStudentInfo = call({
  method: 'POST',
  path: '/api/getStudentInfo',
  summary: 'A student and the credits',
  description:
    'A student: the own record. Staff: the student named by student_id; ' +
    'with isTtiMember true this is the TTI member id.',
  permission: 'credit.read',
  body: z.object({
    isTtiMember: flag.optional(),
    student_id: anyId.optional(),
    studentId: anyId.optional(),
  }),
  answer: z.object({
    student: Student,
    creditsInfo: CreditsInfo,
    accommodations: z
      .array(Granted)
      .describe('What is granted now or from a later day on; of kind other without its text'),
  }),
  refuses: { student_not_found: 404 },
});
