import type {
  AccountReportRow,
  BulkProgress,
  BulkQuote,
  BulkRequest,
  BulkResult,
  StudentBySessionRow,
} from '@portal/contract/schools';
import { dollars } from '@portal/kit/money';
import type { AccountReportRow as Row } from '@portal/proto/schools/v1/balance';
import type {
  BulkOrder,
  BulkStudentResult,
  BulkProgress as Progress,
  QuoteBulkResponse,
  BulkResult as Result,
  StudentInSession,
} from '@portal/proto/schools/v1/bulk';
import { finalResultOf } from '../exams/final-result.ts';
import { toCents } from '../payments/views.ts';

/** Returns the requested order in the words of the service. */
export const orderOf = ({
  schoolId,
  session,
  sendStudyMaterials,
  studentInfos,
}: BulkRequest): BulkOrder => ({
  schoolId: schoolId ?? undefined,
  sessionId: session.testSessionId,
  sendStudyMaterials,
  students: studentInfos.map(({ studentId, exams, ccId, amount }) => ({
    studentId,
    examIds: exams,
    ccId: ccId ?? undefined,
    amountCents: amount === undefined ? undefined : toCents(amount),
  })),
});

const dollarsOrNull = (cents: number | undefined): number | null =>
  cents === undefined ? null : dollars(cents);

export const quoteView = (quote: QuoteBulkResponse): BulkQuote => ({
  students: quote.students.map((student) => ({
    studentId: student.studentId,
    creditsNeeded: student.creditsNeeded,
    creditsFromBalance: student.creditsFromBalance,
    availableCredits: student.availableCredits,
    creditsToPay: student.creditsToPay,
    pricePerCredit: student.priceMissing ? null : dollars(student.pricePerCreditCents),
    additionalCharges: dollars(student.additionalChargesCents),
    amount: dollars(student.amountCents),
    ccId: student.ccId ?? null,
    exams: student.exams.map(({ examId, subject, credits, additionalChargeCents, costCents }) => ({
      examId,
      subject,
      credits,
      additionalCharge: dollars(additionalChargeCents),
      cost: dollars(costCents),
    })),
    error: student.error ?? null,
  })),
  totalCredits: quote.totalCredits,
  totalAmount: dollars(quote.totalAmountCents),
  schoolBalance: dollarsOrNull(quote.schoolBalanceCents),
  overBalance: quote.overBalance,
  canPay: quote.canPay,
  error: quote.error ?? null,
});

export const progressView = ({ runId, done, total }: Progress): BulkProgress => ({
  state: 'processing',
  runId,
  done,
  total,
});

export const reportRowView = (row: Row): AccountReportRow => ({
  Quantity: row.quantity,
  Date: row.date,
  Description: row.description,
  Cohort: row.cohort ?? null,
  Amount: dollars(row.amountCents),
  Balance: dollars(row.balanceCents),
  isPayment: row.isPayment,
});

export const studentBySessionView = ({
  sessionId,
  lastName,
  jseId,
  feesDueCents,
  result,
  ...row
}: StudentInSession): StudentBySessionRow => ({
  ...row,
  testSessionId: sessionId,
  lastname: lastName,
  jseId: jseId ?? null,
  feesDue: dollars(feesDueCents),
  result: finalResultOf(result),
});

const studentResult = ({
  exams,
  creditsAvailable,
  creditsUsed,
  chargedCents,
  error,
}: BulkStudentResult) => ({
  exams: Object.fromEntries(exams.map(({ examId, text }) => [String(examId), text])),
  creditsAvailable,
  sumCreditsUsed: creditsUsed,
  amtCharged: dollars(chargedCents),
  error: error ?? null,
});

export const resultView = (result: Result): BulkResult => ({
  state: 'finished',
  registrations: Object.fromEntries(
    result.students.map((student) => [String(student.studentId), studentResult(student)]),
  ),
  studentsPerSession: result.studentsPerSession.map(studentBySessionView),
  totalAmtChargedFromSchoolBalance: dollars(result.chargedFromBalanceCents),
  schoolCurrentBalance: dollarsOrNull(result.balanceCents),
  accountReport: result.accountReport.map(reportRowView),
  error: result.error ?? null,
});
