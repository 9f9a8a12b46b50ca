import { askPartner, unlessUnknown } from '@portal/kit/partners/ask-partner';
import { z } from 'zod';
import type { VendorResult } from './vendor-result.ts';

const text = z.string().min(1).max(300);
const Results = z.object({
  results: z
    .array(
      z.object({
        resultId: text,
        reference: text.nullish(),
        examCode: text,
        subject: text,
        credits: z.int().min(0).max(100).nullish(),
        takenOn: z.iso.date().nullish(),
        online: z.boolean().default(false),
        vendor: z.enum(['TAL', 'CIS']),
        result: z.enum(['Pass', 'Fail', 'Disqualified', 'Pending', 'N/A']),
        score: z.number().nullish(),
        released: z.boolean().nullish(),
      }),
    )
    .max(2000),
});

const Students = z.object({
  students: z
    .array(
      z.object({
        studentId: text,
        firstName: text,
        lastName: text,
        dob: z.iso.date(),
        last4ssn: z.string().regex(/^\d{4}$/),
      }),
    )
    .max(100),
});
export type TalStudent = z.output<typeof Students>['students'][number];

/**
 * Finds students at TAL who have most of these data; sends the SSN's digits in the body. Throws
 * PartnerError.
 */
export const studentsAtTal = async (
  person: Pick<TalStudent, 'firstName' | 'lastName' | 'dob' | 'last4ssn'>,
): Promise<TalStudent[]> =>
  (
    await askPartner({
      partner: 'tal',
      method: 'POST',
      url: `${process.env.TAL_URL}/students/search`,
      body: person,
      answer: Students,
    })
  ).students;

/**
 * Fetches a student's exams at TAL, its own and those of CIS, without papers that are held back;
 * returns null for an unknown student. Throws PartnerError.
 */
export async function resultsAtTal(talId: string): Promise<VendorResult[] | null> {
  const url = `${process.env.TAL_URL}/students/${encodeURIComponent(talId)}/results`;
  const answer = await unlessUnknown(
    askPartner({ partner: 'tal', method: 'GET', url, answer: Results, timeoutMs: 10_000 }),
  );
  if (answer === null) return null;
  return answer.results
    .filter(({ released }) => released !== null && released !== false)
    .map((one) => ({
      vendorId: one.vendor === 'TAL' ? 1 : 4,
      reference: one.resultId,
      ownReference: one.reference ?? null,
      examCode: one.examCode,
      subject: one.subject,
      credits: one.credits ?? null,
      takenOn: one.takenOn ?? null,
      isOnline: one.online,
      result: one.result,
      score: one.score === null || one.score === undefined ? null : String(one.score),
    }));
}
