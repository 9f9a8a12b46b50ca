import { z } from 'zod';
import { askPartner } from './ask-partner.ts';
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

/** What Coopersmith knows of a student's courses. Throws PartnerTrouble. */
export async function resultsAtCoopersmith(cccId: string): Promise<VendorResult[]> {
  const url = `${process.env.COOPERSMITH_URL}/students/${encodeURIComponent(cccId)}/results`;
  const answer = await askPartner('coopersmith', url, Results);
  return (answer?.results ?? []).map((one) => ({
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
