import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { CreditsInfo } from '../payments/credits.ts';
import { dob, flag, id, orNull, ssn4, text } from '../types.ts';
import { StaffStudent, StudentBrief } from './staff-student.ts';

/** A field of a search form: left empty it asks for nothing. */
const optional = <Schema extends z.ZodType>(schema: Schema, error?: string) =>
  z.union([schema, z.literal('').transform(() => undefined)], error ? { error } : {}).optional();

/** Most students of one answer. */
export const MAX_FOUND = 200;
/** How many students match in all; with `X-More-Results: 1` there are more than this answer has. */
export const totalHeader = 'X-Total-Count';

export const studentFilters = {
  firstName: optional(text(100)).describe('Beginning of the name; neither case nor accents count'),
  lastName: optional(text(100)),
  ssn: optional(ssn4, 'SSN invalid'),
  dob: optional(dob, 'DOB invalid'),
  email: optional(text(254)).describe('An address or its beginning'),
  ttiStudentId: optional(text(20)).describe('Id at the provider'),
  jseStudentId: optional(text(20)).describe('Tech support only'),
};

export const studentSorts = ['name', 'firstName', 'dob', 'email'] as const;

export const findStudent = call({
  method: 'POST',
  path: '/api/admin/findStudent',
  summary: 'Students who match all that is filled in',
  description:
    'By last and first name unless told otherwise. A school admin finds students of the own ' +
    'school. At most 200; the header X-More-Results is 1 when there are more, X-Total-Count ' +
    'says how many match.',
  permission: 'student.find',
  body: z.object({
    ...studentFilters,
    sort: z.enum(studentSorts).optional(),
    descending: flag.optional(),
    offset: z.int().min(0).max(1_000_000).optional(),
    limit: z.int().min(1).max(MAX_FOUND).optional(),
  }),
  answer: z.array(StaffStudent),
  refuses: { no_filter: 422 },
});

/** The text of a file of students when there are none. */
export const noStudents = 'No students found';

/** C-O37 */
export const exportLookup = call({
  method: 'POST',
  path: '/api/office/exportLookup',
  summary: 'Students who match all that is filled in, as XLSX',
  description:
    'Last name, first name, last 4, DOB, email, phone, school, cohort, college, membership, ' +
    'credits; a school admin: students of the own school, without DOB, phone, college and ' +
    'membership. At most 20,000.',
  permission: 'student.export',
  body: z.object({
    ...studentFilters,
    sort: z.enum(studentSorts).optional(),
    descending: flag.optional(),
  }),
  answer: z.never(),
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  refuses: { no_filter: 422, too_many_rows: 422, no_rows: 404 },
});

export const findStudentByJseId = call({
  method: 'POST',
  path: '/api/admin/findStudentByJseId',
  summary: 'The student with a JSE id (C-A09)',
  description: 'As staff see one; null: no student on record has this JSE id.',
  permission: 'student_of_jse_id.read',
  body: z.object({ jseId: text(20) }),
  answer: z.object({ student: orNull(StaffStudent) }),
});

/** Most students of one suggestion. */
export const MAX_SUGGESTED = 10;

export const suggestStudents = call({
  method: 'POST',
  path: '/api/admin/suggestStudents',
  summary: 'Students who match the text that staff have typed so far',
  description:
    'By names in any order and their beginnings, also misspelt, by email address, birth date, ' +
    'phone number, last four of the SSN or ids; or those of some ids, in their order. ' +
    'At most ten, the likeliest first. A school admin is given students of the own school.',
  permission: 'student.find',
  body: z.object({
    query: text(100).optional().describe('What was typed so far'),
    ids: z.array(id).max(MAX_SUGGESTED).optional().describe('These students instead'),
  }),
  answer: z.array(StudentBrief),
});

/** A student's id, of the portal or of TTI; pages send 0 for none. */
const namedId = z
  .union(
    [
      id,
      z.literal(0),
      z
        .string()
        .overwrite(normalizeLine)
        .regex(/^[\w-]{1,40}$/),
    ],
    { error: 'Must be an id' },
  )
  .optional();

export const getStudent = call({
  method: 'POST',
  path: '/api/admin/getStudent',
  summary: 'A student as staff see one, with registrations, packages and credits (C-A06)',
  description:
    'Known by the id, or by the one at TTI: with isTtiMember true that is the id sent, with an ' +
    'id of 0 it is ttiStudentId. A school admin sees students of the own school. ' +
    '404 not_found: No student found.',
  permission: 'student_record.read',
  body: z
    .object({
      studentId: namedId,
      student_id: namedId.describe('The same as studentId'),
      isTtiMember: flag.optional(),
      ttiStudentId: namedId,
    })
    .superRefine(({ isTtiMember, studentId, student_id }, context) => {
      if (isTtiMember) return;
      for (const [path, sent] of Object.entries({ studentId, student_id }))
        if (typeof sent === 'string' && !/^\d{1,10}$/.test(sent))
          context.addIssue({ code: 'custom', path: [path], message: 'Must be an id' });
    }),
  answer: z.object({ student: StaffStudent, credits: CreditsInfo }),
});
