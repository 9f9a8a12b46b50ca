import type { FieldError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import { texts } from './bulk-texts.ts';
import type { FactsOfStudent, OrderQuote, StudentQuote } from './student-quote.ts';

export const balanceTooLow = (expected: number, balance: number) =>
  domainError('school_balance_too_low', texts.balanceTooLow, { expected, balance });

export const runInProgress = () => domainError('run_in_progress');

/** An order must name the card that it charges; the service never chooses one. */
const orderError = (
  { error, amountCents }: StudentQuote,
  ccId: string | null,
  prepays: boolean,
): string | null =>
  error ?? (amountCents > 0 && !prepays && ccId === null ? 'No credit card on file.' : null);

/**
 * Checks the order as a whole: every student may be chosen and can pay, every amount shown is
 * right, the balance is enough. Refuses with price_not_set, student_not_allowed (errors by
 * student), amount_changed (expected; students with theirs) or school_balance_too_low (expected,
 * balance), money in cents.
 */
export function checkOrder(
  facts: readonly FactsOfStudent[],
  quote: OrderQuote,
  balanceCents: number | null,
): void {
  const { students, totalCents, overBalance } = quote;
  if (students.some(({ priceMissing, creditsToPay }) => priceMissing && creditsToPay > 0))
    throw domainError('price_not_set');
  const ordered = (index: number) => (facts[index] as FactsOfStudent).ordered;
  const errors: FieldError[] = students.flatMap((student, index) => {
    const message = orderError(student, ordered(index).ccId, balanceCents !== null);
    return message === null ? [] : [{ path: String(student.studentId), message }];
  });
  if (errors.length > 0) throw domainError('student_not_allowed', { errors });

  const changed = students.filter(
    ({ amountCents }, index) => (ordered(index).amountCents ?? amountCents) !== amountCents,
  );
  if (changed.length > 0) {
    throw domainError('amount_changed', {
      expected: totalCents,
      students: changed.map(({ studentId, amountCents }) => ({ studentId, expected: amountCents })),
    });
  }
  if (overBalance) throw balanceTooLow(totalCents, balanceCents ?? 0);
}
