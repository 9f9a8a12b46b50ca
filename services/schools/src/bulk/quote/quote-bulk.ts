import type { Call } from '@portal/kit/commands/command';
import type { BulkOrder } from './bulk-order.ts';
import { texts } from './bulk-texts.ts';
import { type BulkFacts, gatherFacts } from './gather-facts.ts';
import { type OrderQuote, quoteOrder, quoteStudent } from './student-quote.ts';

export interface BulkQuote extends OrderQuote {
  balanceCents: number | null;
  canPay: boolean;
  error: string | null;
}

/** Computes the quotes of all students of an order from the gathered facts. */
export function quoteFacts({
  school,
  gender,
  exams,
  students,
  balanceCents,
}: BulkFacts): OrderQuote {
  const terms = { schoolId: school.id, prepays: school.chargeSchool, gender, exams };
  return quoteOrder(
    students.map((student) => quoteStudent(student, terms)),
    balanceCents,
  );
}

/**
 * Quotes an order, student by student, and whether it could be paid (C-A45). Refuses as gatherFacts
 * does; changes nothing.
 */
export async function quoteBulk(call: Call, order: BulkOrder): Promise<BulkQuote> {
  const facts = await gatherFacts(call, order);
  const quote = quoteFacts(facts);
  const hasError = quote.students.some(
    ({ error, examError }) => error !== null || examError !== null,
  );
  return {
    ...quote,
    balanceCents: facts.balanceCents,
    canPay: !hasError && !quote.overBalance,
    error: quote.overBalance ? texts.balanceTooLow : null,
  };
}
