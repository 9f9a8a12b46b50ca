import type { Call } from '@portal/kit/commands/command';
import { type Card, listCardsOf } from '../cards/list-cards.ts';
import { lotsOfMany, retakesFree } from '../credits/spending/reserve-credits.ts';
import type { ExamCost } from '../lots/spend-plan.ts';
import { withProjections } from '../projections/buyer.ts';
import { buyersOf, examCosts, readUnknownStudents } from '../projections/buyers.ts';
import { type BulkPlan, bulkPlans, creditsAtSchool } from './bulk-plan.ts';

export interface ExamToQuote {
  examId: number;
  additionalChargeCents: number;
  failedRegistrationId?: number | undefined;
}
export interface QuoteBulkExams {
  schoolId: number;
  prepays: boolean;
  students: { studentId: number; exams: ExamToQuote[] }[];
}
export interface StudentQuote {
  studentId: number;
  /** 0 while `priceMissing`. */
  pricePerCreditCents: number;
  priceMissing: boolean;
  availableCredits: number;
  freeSchoolCredits: number;
  cards: Card[];
  exams: {
    examId: number;
    credits: number;
    creditsFromBalance: number;
    creditsToPay: number;
    amountCents: number;
  }[];
}

/** The failed tries that exams would repeat. */
export const failedTries = (exams: readonly ExamToQuote[]): number[] =>
  exams.flatMap(({ failedRegistrationId }) => failedRegistrationId ?? []);

const orNothing = <T>(list: readonly T[] | undefined): readonly T[] => list ?? [];

async function quote(
  { db, now }: Call,
  { schoolId, prepays, students }: QuoteBulkExams,
): Promise<StudentQuote[]> {
  const ids = students.map(({ studentId }) => studentId);
  const exams = students.flatMap((student) => student.exams);
  const [buyers, costs, lots, cards, free] = await Promise.all([
    buyersOf(db, ids, now),
    examCosts(
      db,
      exams.map(({ examId }) => examId),
    ),
    lotsOfMany(db, ids),
    listCardsOf(db, ids, now),
    retakesFree(db, failedTries(exams)),
  ]);
  return students.flatMap(({ studentId, exams: request }) => {
    const buyer = buyers.get(studentId);
    if (buyer === undefined) return [];
    const held = orNothing(lots.get(studentId));
    const orders = request.map(({ examId, additionalChargeCents, failedRegistrationId }) => ({
      exam: costs.get(examId) as ExamCost,
      additionalChargeCents,
      mayRetakeFree: free.has(failedRegistrationId ?? 0),
    }));
    const { pricePerCreditCents } = buyer;
    const plans = bulkPlans(orders, held, { schoolId, prepays, pricePerCreditCents }) as BulkPlan[];
    const { available, freeSchool } = creditsAtSchool(held, schoolId);
    return {
      studentId,
      pricePerCreditCents: pricePerCreditCents ?? 0,
      priceMissing: pricePerCreditCents === null,
      availableCredits: available,
      freeSchoolCredits: freeSchool,
      cards: cards.get(studentId) ?? [],
      exams: plans.map(({ credits, creditsToPay, amountCents }, index) => ({
        examId: (request[index] as ExamToQuote).examId,
        credits: credits + creditsToPay,
        creditsFromBalance: credits,
        creditsToPay,
        amountCents,
      })),
    };
  });
}

/**
 * Returns the credits that exams of many students would take, and the sums left to pay. Unknown
 * students are left out.
 */
export async function quoteBulkExams(call: Call, order: QuoteBulkExams): Promise<StudentQuote[]> {
  await readUnknownStudents(
    call.db,
    order.students.map(({ studentId }) => studentId),
  );
  return withProjections(call, () => quote(call, order));
}
