import { randomInt } from 'node:crypto';
import { dayInNewYork } from '@portal/kit/clock';

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A number under which one attempt can be found again at the processor: day and 65 random bits, 20
 * characters as it allows at most. Never from a counter: a database put back to yesterday would use
 * numbers again that the processor knows already.
 */
export function newInvoiceNumber(now: Date): string {
  const random = Array.from({ length: 13 }, () => letters[randomInt(letters.length)]).join('');
  return `${dayInNewYork(now).slice(2).replaceAll('-', '')}-${random}`;
}
