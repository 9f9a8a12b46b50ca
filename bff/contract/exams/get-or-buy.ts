import type { CreditsInfo } from '../payments/credits.ts';
import type { Exam } from './exam.ts';

type Credits = Pick<CreditsInfo, 'creditsDetails' | 'examAllowedPackages'>;
type PricedExam = Pick<Exam, 'id' | 'vendor_id' | 'credits' | 'freeSeminaryRetake'>;
export type GetOrBuy = { button: 'GET' } | { button: 'BUY'; missing: number };

function ofVendor({ creditsDetails }: Credits, vendor: number): number {
  if (vendor === 1 || vendor === 4) return creditsDetails['1,4'];
  return vendor === 3 ? creditsDetails['3'] : 0;
}

/**
 * Credits that can pay for this exam: packages that list it, its vendor group, and those for every
 * vendor.
 */
export function spendable(exam: Pick<Exam, 'id' | 'vendor_id'>, credits: Credits): number {
  const ofPackages = credits.examAllowedPackages
    .filter(({ exams_allowed }) => exams_allowed.includes(exam.id))
    .reduce((sum, { balance }) => sum + balance, 0);
  return ofPackages + ofVendor(credits, exam.vendor_id) + credits.creditsDetails.generic;
}

/**
 * The button of an exam: GET when the credits reach or a free retake pays, else BUY with the
 * credits that are missing.
 */
export function getOrBuy(exam: PricedExam, credits: Credits): GetOrBuy {
  const missing = exam.credits - spendable(exam, credits);
  return exam.freeSeminaryRetake || missing <= 0 ? { button: 'GET' } : { button: 'BUY', missing };
}
