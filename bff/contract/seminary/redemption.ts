import * as z from 'zod';
import { call } from '../call.ts';
import { CreditsInfo } from '../payments/credits.ts';
import { count, day, id, orNull } from '../types.ts';
import { SeminaryCourse, SeminaryStudent } from './students.ts';

const seminaryStudentId = id;

export const findSeminaryStudentMatchingJSEStudent = call({
  method: 'POST',
  path: '/api/admin/findSeminaryStudentMatchingJSEStudent',
  summary: 'The seminary student who is a student on record (C-A57)',
  description:
    'The one who is linked, else the only one with the same SSN digits and birth date whom ' +
    'no student is linked with. By another name exactMatch is false, and staff compare the two. ' +
    'Nothing is linked by this.',
  permission: 'seminary_exam.redeem',
  onStudent: true,
  answer: z.object({
    msg: z.string().nullable(),
    seminaryStudent: orNull(SeminaryStudent),
    exactMatch: z.boolean(),
  }),
});

export const getRedeemableCourses = call({
  method: 'POST',
  path: '/api/getRedeemableCourses',
  summary: 'What would be redeemed, and what stands in the way (C-A62)',
  permission: 'seminary_exam.redeem',
  onStudent: true,
  body: z.object({ seminaryStudentId }),
  answer: z.object({
    courses: z
      .array(SeminaryCourse)
      .describe('Neither failed nor disqualified, nor passed on the own record'),
    sumNeededCredits: count.describe('Credits still to buy'),
    hasPendingGrade: z.boolean(),
    hasRegistrationNotComplete: z
      .boolean()
      .describe('An active registration, not taken, of one of these exams'),
    redeemFrom: day.describe('1 June of the year after the seminary year, New York'),
    canRedeem: z.boolean(),
    redeemBlock: z.string().nullable().describe('Why TalReleaseExams would refuse to redeem now'),
  }),
  refuses: { wrong_student: 409, already_redeemed: 409 },
});

export const talReleaseExams = call({
  method: 'POST',
  path: '/api/TalReleaseExams',
  keyed: true,
  summary:
    'Redeems the exams of a seminary student for credits, or discards them; for good (C-A61)',
  description:
    'Redeemed: credits are spent, the exams become results of the student, TAL releases the ' +
    'papers. Discarded: they never appear on a transcript. When TAL cannot be reached that is ' +
    'repeated, and msg says so. A replay of the key gives the first response, but `credits` as ' +
    'they are then.',
  permission: 'seminary_exam.redeem',
  onStudent: true,
  body: z.object({
    seminaryStudentId,
    release: z.boolean({ error: 'Must be true or false' }).describe('true: redeem. false: discard'),
  }),
  answer: z.object({
    msg: z.string(),
    exams: z.array(SeminaryCourse).describe('Those that were redeemed or discarded'),
    seminaryStudent: SeminaryStudent,
    credits: CreditsInfo,
  }),
  refuses: {
    wrong_student: 409,
    already_redeemed: 409,
    registration_denied: 403,
    no_redeemable_exams: 409,
    pending_grade: 409,
    untaken_registrations: 409,
    too_early: 409,
    not_enough_credits: 409,
  },
});
