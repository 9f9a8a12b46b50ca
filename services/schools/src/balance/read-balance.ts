import type { Sql } from '@portal/kit/database/database';
import { accountReport, type ReportRow } from './account-report.ts';
import { balanceOf, isOwed, ledgerOf, paymentsOf, type SchoolPayment } from './store.ts';

export { balancesOf, type SchoolPayment } from './store.ts';

/** Returns a school's balance, in cents; 0 when it never paid in. */
export const readBalance = (sql: Sql, schoolId: number): Promise<number> =>
  balanceOf(sql, schoolId);

/** Returns a school's balance, in cents, and its entries. */
export async function readAccount(
  sql: Sql,
  schoolId: number,
): Promise<{ balanceCents: number; report: ReportRow[] }> {
  const [balanceCents, ledger] = await Promise.all([
    balanceOf(sql, schoolId),
    ledgerOf(sql, schoolId),
  ]);
  return { balanceCents, report: accountReport(ledger) };
}

/** Whether the balance paid for a registration and has nothing of it back. */
export const isStillOwed = (sql: Sql, registrationId: number): Promise<boolean> =>
  isOwed(sql, registrationId);

/** The payments of a school and their corrections, newest first. */
export const readPayments = (sql: Sql, schoolId: number): Promise<SchoolPayment[]> =>
  paymentsOf(sql, schoolId);
