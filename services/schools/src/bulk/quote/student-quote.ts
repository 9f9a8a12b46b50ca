import type { BulkStudentQuote } from '@portal/proto/payments/v1/bulk';
import type { OrderedStudent } from './bulk-order.ts';
import { texts } from './bulk-texts.ts';
import { candidateError, payError } from './student-checks.ts';

/** An exam as the catalogue has it now; money in cents. */
export interface OfferedExam {
  id: number;
  subject: string;
  vendorName: string;
  credits: number;
  additionalChargeCents: number;
  /** Can be chosen in a run. */
  isOffered: boolean;
}

/** One student of an order, with the facts that the services have about them. */
export interface FactsOfStudent {
  ordered: OrderedStudent;
  /** Undefined: identity does not know the student. */
  person:
    | { schoolId: number | null; email: string | null; gender: string; cohort: string | null }
    | undefined;
  /**
   * Exams that the student has in this very session: they cost nothing and are no failure.
   */
  inSession: ReadonlySet<number>;
  quote: BulkStudentQuote | undefined;
}

export interface QuotedExam {
  examId: number;
  subject: string;
  credits: number;
  additionalChargeCents: number;
  costCents: number;
}
export interface StudentQuote {
  studentId: number;
  creditsNeeded: number;
  creditsFromBalance: number;
  availableCredits: number;
  creditsToPay: number;
  /** 0 while `priceMissing`. */
  pricePerCreditCents: number;
  priceMissing: boolean;
  /** Charges that the student's credits do not waive. */
  additionalChargesCents: number;
  amountCents: number;
  /** The card that would be charged; the newest when none was named. */
  ccId: string | null;
  exams: QuotedExam[];
  /** Why the student cannot continue, apart from exams that cannot be chosen. */
  error: string | null;
  /** One of the student's exams cannot be chosen. */
  examError: string | null;
}

/** credits x price per credit + additional charge, in cents. */
export const examCost = (
  credits: number,
  pricePerCreditCents: number,
  additionalChargeCents: number,
): number => credits * pricePerCreditCents + additionalChargeCents;

const sum = <T>(list: readonly T[], part: (one: T) => number): number =>
  list.reduce((total, one) => total + part(one), 0);

/** Facts of a student without anything that only their own school may know. */
const withheld = ({ ordered }: FactsOfStudent): FactsOfStudent => ({
  ordered,
  person: undefined,
  inSession: new Set(),
  quote: undefined,
});

/**
 * Quotes one student's exams: their cost, the part to pay, and the first reason against it. A
 * student of another school, or of none, is an error without credits, price or card: the same
 * answer as for an unknown one.
 */
export function quoteStudent(
  facts: FactsOfStudent,
  {
    schoolId,
    prepays,
    gender,
    exams,
  }: {
    schoolId: number;
    prepays: boolean;
    gender: string;
    exams: ReadonlyMap<number, OfferedExam>;
  },
): StudentQuote {
  const isOfSchool = facts.person?.schoolId === schoolId;
  const { ordered, person, inSession, quote } = isOfSchool ? facts : withheld(facts);
  const due = quote?.exams ?? [];
  const price = quote?.pricePerCreditCents ?? 0;
  const { availableCredits = 0, freeSchoolCredits = 0 } = quote ?? {};
  const amountCents = sum(due, (exam) => exam.amountCents);
  const creditsToPay = sum(due, (exam) => exam.creditsToPay);
  const cards = quote?.cards ?? [];
  const card = ordered.ccId === null ? cards[0] : cards.find(({ ccId }) => ccId === ordered.ccId);
  const candidate = person && quote ? { ...person, availableCredits, freeSchoolCredits } : null;
  const isMissing = (examId: number) =>
    !inSession.has(examId) && exams.get(examId)?.isOffered !== true;
  return {
    studentId: ordered.studentId,
    creditsNeeded: sum(due, (exam) => exam.credits),
    creditsFromBalance: sum(due, (exam) => exam.creditsFromBalance),
    availableCredits,
    creditsToPay,
    pricePerCreditCents: price,
    priceMissing: quote?.priceMissing ?? false,
    additionalChargesCents: amountCents - creditsToPay * price,
    amountCents,
    ccId: amountCents > 0 && !prepays ? (card?.ccId ?? null) : null,
    exams: ordered.examIds.map((examId) => {
      const { subject = '', credits = 0, additionalChargeCents = 0 } = exams.get(examId) ?? {};
      return {
        examId,
        subject,
        credits,
        additionalChargeCents,
        costCents: examCost(credits, price, additionalChargeCents),
      };
    }),
    error:
      candidateError(candidate, { schoolId, prepays, gender }) ??
      (quote?.priceMissing && creditsToPay > 0 ? texts.priceNotSet : null) ??
      payError({ amountCents, prepays, hasCard: card !== undefined }),
    examError: ordered.examIds.some(isMissing) ? texts.notAvailable : null,
  };
}

export interface OrderQuote {
  students: StudentQuote[];
  totalCredits: number;
  totalCents: number;
  overBalance: boolean;
}

/** The sums of an order, and whether the balance is too small for them. */
export function quoteOrder(students: StudentQuote[], balanceCents: number | null): OrderQuote {
  const totalCents = sum(students, (student) => student.amountCents);
  return {
    students,
    totalCredits: sum(students, (student) => student.creditsNeeded),
    totalCents,
    overBalance: balanceCents !== null && totalCents > balanceCents,
  };
}
