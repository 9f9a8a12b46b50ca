import * as z from 'zod';
import { call } from '../call.ts';
import { count, day, dollars, queryId } from '../types.ts';

/** The view that one kind of student, or one student, has of an exam or a package. */
export const SeenBy = z
  .object({
    audience: z.string().describe('"A member", "Not a member", or the name of the student'),
    offered: z.boolean().describe('It can be registered or bought without the office'),
    why: z.string().nullable().describe('Why it cannot; null where it can'),
    button: z.enum(['GET', 'BUY']).nullable().describe('null where it is not offered'),
    credits: count.describe('Of an exam its cost, of a package what it brings'),
    amount: dollars.describe('What the button charges: missing credits of an exam, or the package'),
    proctorFee: dollars.describe('Of a sitting'),
    additionalCharge: dollars.describe('0 where it is waived'),
  })
  .meta({ id: 'SeenBy' });
export type SeenBy = z.output<typeof SeenBy>;

/** C-O30 */
export const cataloguePreview = call({
  method: 'GET',
  path: '/api/office/cataloguePreview',
  summary: 'An exam or a package as students see it, now or at the prices of a later day',
  description:
    'Of one student with the credits held now, else of a member and of a non-member, ' +
    'both new and without credits. Packages for those who hold office_price.list. ' +
    'By the rules of the pages of students.',
  permission: 'office_catalog.list',
  query: z
    .object({
      examId: queryId.optional(),
      packageId: queryId.optional(),
      student_id: queryId.optional().describe('Left out: a member and a non-member'),
      on: day.optional().describe('Today or later; left out: now'),
    })
    .refine(({ examId, packageId }) => (examId === undefined) !== (packageId === undefined), {
      path: ['examId'],
      error: 'Please choose an exam or a package.',
    }),
  answer: z.object({ asSeen: z.array(SeenBy) }),
  refuses: { exam_not_found: 404, package_not_found: 404, student_not_found: 404 },
});
