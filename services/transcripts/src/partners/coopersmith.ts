import { askPartner, unlessUnknown } from '@portal/kit/partners/ask-partner';
import { z } from 'zod';
import type { VendorResult } from './vendor-result.ts';

const text = z.string().min(1).max(300);
const Results = z.object({
  results: z
    .array(
      z.object({
        enrolmentId: text,
        courseCode: text,
        subject: text,
        credits: z.int().min(0).max(100).nullish(),
        examTakenOn: z.iso.date().nullish(),
        result: z.enum(['Pass', 'Fail', 'Disqualified', 'Pending']),
        score: z.number().nullish(),
        reference: text.nullish(),
      }),
    )
    .max(2000),
});

/**
 * Fetches a student's courses at Coopersmith; returns null for an unknown student. Throws
 * PartnerError.
 */
export async function resultsAtCoopersmith(cccId: string): Promise<VendorResult[] | null> {
  const url = `${process.env.COOPERSMITH_URL}/students/${encodeURIComponent(cccId)}/results`;
  const answer = await unlessUnknown(
    askPartner({ partner: 'coopersmith', method: 'GET', url, answer: Results, timeoutMs: 10_000 }),
  );
  if (answer === null) return null;
  return answer.results.map((one) => ({
    vendorId: 3,
    reference: one.enrolmentId,
    ownReference: one.reference ?? null,
    examCode: one.courseCode,
    subject: one.subject,
    credits: one.credits ?? null,
    takenOn: one.examTakenOn ?? null,
    isOnline: false,
    result: one.result,
    score: one.score === null || one.score === undefined ? null : String(one.score),
  }));
}
