import type { Call } from '@portal/kit/command';
import type { Sql } from '@portal/kit/database';
import { type Card, cardView } from '../cards/list-cards.ts';
import { withCopies } from '../copies/buyer.ts';
import { buyersOf, examCosts, readUnknownStudents } from '../copies/buyers.ts';
import { wasPaidBySeminaryPackage } from '../credits/store.ts';
import { type BulkPlan, bulkPlans, creditsAtSchool } from './bulk-plan.ts';
import { cardsOfStudents, lotsOfStudents } from './store.ts';

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
  pricePerCreditCents: number;
  availableCredits: number;
  freeSchoolCredits: number;
  cards: Card[];
  exams: { examId: number; credits: number; creditsFromBalance: number; creditsToPay: number; amountCents: number }[];
}

/** Which of these failed tries were paid from a seminary study package, so that free retake credits may pay the next one. */
export async function retakesFree(sql: Sql, exams: readonly ExamToQuote[]): Promise<ReadonlySet<number>> {
  const failed = exams.flatMap(({ failedRegistrationId }) => failedRegistrationId ?? []);
  if (failed.length === 0) return new Set();
  return new Set((await wasPaidBySeminaryPackage(sql, failed)).map(({ registrationId }) => registrationId));
}

const orNothing = <T>(list: readonly T[] | undefined): readonly T[] => list ?? [];

async function quote({ db, now }: Call, { schoolId, prepays, students }: QuoteBulkExams): Promise<StudentQuote[]> {
  const ids = students.map(({ studentId }) => studentId);
  const exams = students.flatMap((student) => student.exams);
  const [buyers, costs, lots, cards, free] = await Promise.all([
    buyersOf(db, ids),
    examCosts(
      db,
      exams.map(({ examId }) => examId),
    ),
    lotsOfStudents(db, ids),
    cardsOfStudents(db, ids),
    retakesFree(db, exams),
  ]);
  return students.flatMap(({ studentId, exams: asked }) => {
    const buyer = buyers.get(studentId);
    if (buyer === undefined) return [];
    const held = orNothing(lots.get(studentId));
    const orders = asked.map(({ examId, additionalChargeCents, failedRegistrationId }) => ({
      exam: costs.get(examId) as { id: number; vendorId: number; credits: number },
      additionalChargeCents,
      mayRetakeFree: free.has(failedRegistrationId ?? 0),
    }));
    const { pricePerCreditCents } = buyer;
    const plans = bulkPlans(orders, held, { schoolId, prepays, pricePerCreditCents }) as BulkPlan[];
    const { available, freeSchool } = creditsAtSchool(held, schoolId);
    return {
      studentId,
      pricePerCreditCents,
      availableCredits: available,
      freeSchoolCredits: freeSchool,
      cards: orNothing(cards.get(studentId)).map((card) => cardView(card, now)),
      exams: plans.map(({ credits, creditsToPay, amountCents }, index) => ({
        examId: (asked[index] as ExamToQuote).examId,
        credits: credits + creditsToPay,
        creditsFromBalance: credits,
        creditsToPay,
        amountCents,
      })),
    };
  });
}

/** What exams of many students would take of their credits, and what would be left to pay. Students that nobody knows are left out. */
export async function quoteBulkExams(call: Call, order: QuoteBulkExams): Promise<StudentQuote[]> {
  await readUnknownStudents(
    call.db,
    order.students.map(({ studentId }) => studentId),
  );
  return withCopies(call, () => quote(call, order));
}
