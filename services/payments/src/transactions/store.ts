import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { LotSource } from '../lots/lot.ts';

export type EntryKind = 'purchase' | 'assign' | 'grant' | 'spend' | 'return' | 'refund' | 'forfeit';

export interface TransactionRow
  extends Pick<tables.CreditEntry, 'at' | 'registrationId'>,
    Pick<tables.CreditLine, 'credits'>,
    Pick<
      tables.Lot,
      | 'packageName'
      | 'bought'
      | 'paidCents'
      | 'active'
      | 'refundId'
      | 'refundedAt'
      | 'refundMessage'
    > {
  /** Null: not in the copy of the catalogue yet. */
  isStudyAbroad: boolean | null;
  vendorPackageVendorId: number | null;
  kind: EntryKind;
  source: LotSource;
  examId: number | null;
  lotId: number;
  /** The credits in the lot now. */
  lotBalance: number;
  /** The balance of the student after this movement. */
  balance: number;
}

/** Every movement of a student's credits, newest first; `most`: only so many of them. */
export function transactionsOf(
  sql: Sql,
  studentId: number,
  most: number | null,
): Promise<TransactionRow[]> {
  return sql.many<TransactionRow>`
    SELECT entry.at, entry.kind, entry.registration_id, spending.exam_id, line.credits,
      (sum(line.credits) OVER (ORDER BY line.id))::integer AS balance, lot.id AS lot_id,
      lot.source, lot.package_name, lot.bought, lot.balance AS lot_balance, lot.paid_cents,
      lot.active,
      CASE WHEN pack.id IS NULL THEN false ELSE pack.is_study_abroad END AS is_study_abroad,
      pack.vendor_package_vendor_id, lot.refund_id, lot.refunded_at, lot.refund_message
    FROM credit_entry entry
    JOIN credit_line line ON line.entry_id = entry.id AND line.account = 'lot'
    JOIN lot ON lot.id = line.lot_id
    LEFT JOIN package_copy pack ON pack.id = lot.package_id
    LEFT JOIN spending ON spending.registration_id = entry.registration_id
    WHERE entry.student_id = ${studentId} ORDER BY line.id DESC LIMIT ${most}::integer`;
}
