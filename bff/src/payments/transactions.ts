import {
  type CreditMovement,
  getCreditHistory,
  MAX_CREDIT_MOVEMENTS,
} from '@portal/contract/payments/credit-history';
import { refundPackage, type TransactionLog } from '@portal/contract/payments/transactions';
import { dayInNewYork } from '@portal/kit/clock';
import type { Transaction } from '@portal/proto/payments/v1/transactions';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';

type ExamNames = ReadonlyMap<number, { subject: string }>;

const transactionView = (row: Transaction, exams: ExamNames): TransactionLog => ({
  transaction_date: (row.at as Date).toISOString(),
  transactiontype: row.description,
  transaction_type: row.type as TransactionLog['transaction_type'],
  credit_amount: row.credits,
  balance: row.balance,
  CreditsPackageType: row.packageName ?? null,
  creditsUsed: row.type === 'U' ? -row.credits : null,
  Purchased: row.type === 'P' ? row.credits : null,
  Exam: row.examId === undefined ? null : (exams.get(row.examId)?.subject ?? null),
  registrationId: row.registrationId ?? null,
  packageId: row.packageId,
  packageCreditBalance: row.packageBalance,
  packageActive: row.packageActive,
  packageTupePurchasePrice: row.packagePaidCents / 100,
  refund_date: row.refundedAt ? dayInNewYork(row.refundedAt) : null,
  vendorPackageVendorId: row.vendorPackageVendorId ?? null,
  isStudyAbroadPackageType: row.studyAbroad,
  refundButton: (row.refundButton ?? null) as TransactionLog['refundButton'],
});

/** Movements of credits for staff, with the names of their exams. */
export async function transactionLogs(
  rows: readonly Transaction[],
  { catalogue }: Pick<AppContext, 'catalogue'>,
): Promise<TransactionLog[]> {
  const { byId } = await catalogue.exams.get();
  return rows.map((row) => transactionView(row, byId));
}

const movementView = (row: Transaction, exams: ExamNames): CreditMovement => ({
  date: (row.at as Date).toISOString(),
  kind: row.description,
  exam: row.examId === undefined ? null : (exams.get(row.examId)?.subject ?? null),
  package: row.packageName ?? null,
  credits: row.credits,
  balance: row.balance,
});

export const transactionRoutes = [
  route(getCreditHistory, async ({ by }, { payments, catalogue }) => {
    const [{ byId }, { transactions }] = await Promise.all([
      catalogue.exams.get(),
      payments.transactions.listOwnTransactions({ limit: MAX_CREDIT_MOVEMENTS }, by),
    ]);
    return { movements: transactions.map((row) => movementView(row, byId)) };
  }),
  route(refundPackage, async ({ input, by }, context) => {
    const refunded = await context.payments.transactions.refundPackage(
      { packageId: input.packageId, withoutProctorFees: input.withoutChargingProctorFee },
      by,
    );
    return {
      msg: refunded.message,
      refundAmount: refunded.refundedCents / 100,
      transactionLogs: await transactionLogs(refunded.transactions, context),
    };
  }),
];
