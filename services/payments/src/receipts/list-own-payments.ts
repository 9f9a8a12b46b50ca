import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { listReceiptRows } from './list-receipt-rows.ts';
import {
  type MovementPlace,
  movementsOfPayment,
  type OwnPaymentRow,
  ownPaymentsOf,
} from './own-payments-store.ts';
import { type ReceiptRow, receiptRow } from './receipt-rows.ts';

const LARGEST_PAGE = 50;
/** The position before all movements. */
const newest: MovementPlace = { at: new Date('9999-01-01T00:00:00Z'), refundId: 0, paymentId: 0 };

/** Returns a page of the charges and refunds of a student's cards, newest first. */
export async function listOwnPayments(
  { db }: Pick<Call, 'db'>,
  studentId: number,
  { before = newest, limit }: { before?: MovementPlace | undefined; limit: number },
): Promise<{ payments: OwnPaymentRow[]; more: boolean }> {
  const most = Math.min(Math.max(limit, 1), LARGEST_PAGE);
  const rows = await ownPaymentsOf(db, studentId, before, most + 1);
  return { payments: rows.slice(0, most), more: rows.length > most };
}

/** Returns the rows of a student's own receipt: of a year, or of one of their payments. */
export async function listOwnReceiptRows(
  { db }: Pick<Call, 'db'>,
  studentId: number,
  { year, paymentId }: { year?: number | undefined; paymentId?: number | undefined },
): Promise<ReceiptRow[]> {
  if (year !== undefined) return listReceiptRows({ db }, studentId, year);
  const rows = paymentId === undefined ? [] : await movementsOfPayment(db, studentId, paymentId);
  // of another student's payment no more is said than of none
  if (rows.length === 0) throw domainError('payment_not_found');
  return rows.map(receiptRow);
}
