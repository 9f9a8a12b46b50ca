import { isolateRightToLeft } from '@portal/access/text/isolates';
import { instantInNewYork } from '@portal/kit/clock';
import { type Cents, cents } from '@portal/kit/money';
import { paidWith } from './paid-with.ts';
import type { MovementRow } from './store.ts';

/** A row of the receipt of a year (8.4). */
export interface ReceiptRow {
  at: Date;
  description: string;
  paidWith: string;
  /** Below zero: a refund; 0: a package of the office. */
  amountCents: Cents;
}

/** A year of New York: its first moment, and the first of the next. */
export const yearInNewYork = (year: number): { from: Date; to: Date } => ({
  from: instantInNewYork(`${year}-01-01`, '00:00'),
  to: instantInNewYork(`${year + 1}-01-01`, '00:00'),
});

/** A movement as a receipt has it: refunds are negative and say so. */
export function receiptRow(row: MovementRow): ReceiptRow {
  const { kind, at, description, amountCents, cardType, cardLast4 } = row;
  if (kind === 'assigned')
    return { at, description, paidWith: 'Assigned by office', amountCents: cents(0) };
  const isRefund = kind === 'refund';
  return {
    at,
    description: isRefund ? `Refund: ${isolateRightToLeft(description)}` : description,
    paidWith: paidWith(cardType, cardLast4),
    amountCents: cents(isRefund ? -amountCents : amountCents),
  };
}
