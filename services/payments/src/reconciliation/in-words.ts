import { money } from '@portal/kit/money';
import type { Difference } from './what-differs.ts';

/**
 * Describes a difference and its proposed correction for an operator: ids and sums, no personal
 * data.
 */
export function inWords(difference: Difference): string {
  switch (difference.act) {
    case 'book': {
      const { charge, hasLot, keepsFees } = difference;
      const fees = keepsFees ? '' : ', without its fees';
      return (
        `book transaction ${charge.transactionId} of ${money(charge.amountCents)} ` +
        `(${charge.note.purpose}) as payment ` +
        `${charge.note.paymentId}${hasLot ? `, with its credits${fees}` : ''}`
      );
    }
    case 'refund': {
      const { charge, why } = difference;
      return (
        `refund transaction ${charge.transactionId} of ${money(charge.amountCents)} ` +
        `(${charge.note.purpose}): ${why}`
      );
    }
    case 'book refund':
      return (
        `book refund ${difference.refund.transactionId} of ` +
        `${money(difference.refund.amountCents)}, made of payment ${difference.paymentId}`
      );
    case 'book void':
      return `book payment ${difference.paymentId} as voided`;
    case 'spend': {
      const { id, creditsSpent, studentId } = difference.registration;
      return `spend ${creditsSpent} credits of student ${studentId} for registration ${id}`;
    }
    case 'return':
      return (
        `give ${difference.credits} credits back to student ${difference.studentId}: ` +
        `registration ${difference.registrationId} does not stand`
      );
    case 'refund fees':
      return (
        `refund ${money(difference.cents)} of fees of payment ${difference.paymentId}: no ` +
        'registration has them'
      );
    default:
      return `look: ${difference.what}`;
  }
}
