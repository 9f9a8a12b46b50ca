import type { Call } from '@portal/kit/commands/command';
import { type ReceiptRow, receiptRow, yearInNewYork } from './receipt-rows.ts';
import { movementsOf } from './store.ts';

/** Lists payments and refunds of a student in a year of New York, oldest first (C-A18). */
export async function listReceiptRows(
  { db }: Pick<Call, 'db'>,
  studentId: number,
  year: number,
): Promise<ReceiptRow[]> {
  return (await movementsOf(db, studentId, yearInNewYork(year))).map(receiptRow);
}
