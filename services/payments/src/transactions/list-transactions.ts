import type { Call } from '@portal/kit/commands/command';
import { withProjections } from '../projections/buyer.ts';
import { refundButton, withRefundFacts } from '../refunds/packages/package-refund.ts';
import { type EntryKind, type TransactionRow, transactionsOf } from './store.ts';

/** Credits that came to a package or went from it; money in cents. */
export interface Transaction {
  at: Date;
  /** P purchase or assignment, U use, C a use given back, R refund, A adjustment. */
  type: 'P' | 'U' | 'C' | 'R' | 'A';
  description: string;
  credits: number;
  balance: number;
  registrationId?: number;
  examId?: number;
  packageId: number;
  packageName?: string;
  packageBalance: number;
  packageActive: boolean;
  packagePaidCents: number;
  refundedAt?: Date;
  vendorPackageVendorId?: number;
  studyAbroad: boolean;
  refundButton?: string;
}

const kinds: Readonly<Record<EntryKind, Pick<Transaction, 'type' | 'description'>>> = {
  purchase: { type: 'P', description: 'Purchase' },
  assign: { type: 'P', description: 'Assigned by office' },
  grant: { type: 'A', description: 'Adjustment' },
  spend: { type: 'U', description: 'Used' },
  return: { type: 'C', description: 'Given back' },
  refund: { type: 'R', description: 'Refund' },
  // by a blanking
  forfeit: { type: 'A', description: 'Adjustment' },
};

/**
 * Returns every movement of the student's credits, newest first, with the actions that the caller
 * may take on their packages (C-A07, R-099 to R-102). `most`: only so many of the newest.
 */
export async function listTransactions(
  call: Pick<Call, 'db' | 'actor'>,
  studentId: number,
  most: number | null = null,
): Promise<Transaction[]> {
  const { db, actor } = call;
  const view = (known: TransactionRow): Transaction => {
    const row = withRefundFacts(known);
    const { type, description } = kinds[row.kind];
    const button = type === 'P' ? refundButton(actor, { ...row, balance: row.lotBalance }) : null;
    return {
      at: row.at,
      type,
      description: type === 'R' ? (row.refundMessage ?? description) : description,
      credits: row.credits,
      balance: row.balance,
      packageId: row.lotId,
      packageBalance: row.lotBalance,
      packageActive: row.active,
      packagePaidCents: row.paidCents,
      studyAbroad: row.isStudyAbroad,
      ...(row.registrationId === null ? {} : { registrationId: row.registrationId }),
      ...(row.examId === null ? {} : { examId: row.examId }),
      ...(row.packageName === null ? {} : { packageName: row.packageName }),
      ...(row.refundedAt === null ? {} : { refundedAt: row.refundedAt }),
      ...(row.vendorPackageVendorId === null
        ? {}
        : { vendorPackageVendorId: row.vendorPackageVendorId }),
      ...(button === null ? {} : { refundButton: button }),
    };
  };
  return withProjections(call, async () => (await transactionsOf(db, studentId, most)).map(view));
}
