import { serviceActor } from '@portal/kit/auth/actor';
import type { Database } from '@portal/kit/database/database';
import type { Email } from '@portal/kit/email/email';
import { languageOf } from '@portal/kit/email/language';
import { factsOfPayment } from '../charges/records/payment-facts.ts';
import { students, studyMembers } from '../clients.ts';
import { assignedFacts } from '../credits/reading/assigned-facts.ts';
import { factsOfRefund } from '../refunds/refund-facts.ts';
import {
  assignedNotice,
  type MailReader,
  receipt,
  refundFailedNotice,
  refundNotice,
} from './emails.ts';

interface Reader extends MailReader {
  to: string;
}

/** Returns name and address of a student from identity; null without an address. */
async function readerOf(studentId: number): Promise<Reader | null> {
  const answer = await students.listStudents(
    { ids: [studentId], limit: 1 },
    { actor: serviceActor('payments') },
  );
  const student = answer.students[0];
  if (!student?.email) return null;
  const { firstName, email, language } = student;
  return { firstName, to: email, language: languageOf(language) };
}

interface Payer {
  studentId: number | null;
  ttiStudentId: string | null;
  payerFirstName: string | null;
  payerEmail: string | null;
}

/**
 * Returns the payer: a student on record, or a TTI student under the address that TTI had, or else
 * under the one on record.
 */
async function readerOfPayer({
  studentId,
  ttiStudentId,
  payerFirstName,
  payerEmail,
}: Payer): Promise<Reader | null> {
  if (studentId !== null) return readerOf(studentId);
  if (payerFirstName !== null && payerEmail !== null)
    return { firstName: payerFirstName, to: payerEmail, language: 'en' };
  if (ttiStudentId === null) return null;
  const member = await studyMembers.findStudyMember(
    { ttiStudentId },
    { actor: serviceActor('payments') },
  );
  return member.studentId === undefined ? null : readerOf(member.studentId);
}

/** Returns the receipt of a payment; null without a recipient. */
export async function receiptOf(db: Database, paymentId: number): Promise<Email | null> {
  const paid = await factsOfPayment(db, paymentId);
  if (!paid || paid.capturedAt === null) return null;
  const reader = await readerOfPayer(paid);
  return (
    reader && {
      key: `receipt:${paymentId}`,
      to: reader.to,
      ...receipt({ ...paid, ...reader, capturedAt: paid.capturedAt }),
    }
  );
}

/** Returns the email about refunds that were made together; null without a recipient. */
export async function refundNoticeOf(
  db: Database,
  refundIds: readonly number[],
): Promise<Email | null> {
  const back = await factsOfRefund(db, refundIds);
  if (!back) return null;
  const reader = await readerOfPayer(back);
  return (
    reader && {
      key: `refund:${refundIds.join()}`,
      to: reader.to,
      ...refundNotice({ ...back, ...reader }),
    }
  );
}

/**
 * Returns the email to support about refunds that the processor refused, once each; null when they
 * have been made since.
 */
export async function refundFailedNoticeOf(
  db: Database,
  refundIds: readonly number[],
  support: string,
): Promise<Email | null> {
  const failed = await factsOfRefund(db, refundIds);
  if (!failed || failed.error === null) return null;
  return {
    key: `refund_failed:${refundIds.join()}`,
    to: support,
    ...refundFailedNotice({ ...failed, error: failed.error }),
  };
}

/** Returns the email about a package that the office gave; null without a recipient. */
export async function assignedNoticeOf(db: Database, lotId: number): Promise<Email | null> {
  const lot = await assignedFacts(db, lotId);
  if (!lot) return null;
  const reader = await readerOf(lot.studentId);
  return (
    reader && { key: `assigned:${lotId}`, to: reader.to, ...assignedNotice({ ...lot, ...reader }) }
  );
}
