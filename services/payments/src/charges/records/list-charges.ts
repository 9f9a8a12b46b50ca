import { can } from '@portal/access/can';
import { type Actor, serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { students } from '../../clients.ts';
import { chargeStatus } from './charge-status.ts';
import { type ChargeRow, chargesOf } from './payment-store.ts';

export interface Charge {
  id: number;
  transactionDate?: Date;
  description: string;
  amountCents: number;
  status: string;
  refundedCents: number;
  chargeTypeId: string;
  registrationId?: number;
  invoiceNumber: string;
  processorTransactionId?: string;
  refundedAt?: Date;
  lastChangeBy: string;
  /** The amount that the caller may still refund. */
  refundableCents: number;
  refundError?: string;
  refundNextTryAt?: Date;
}

/**
 * Returns whether the actor may refund charges of this type: tech support credits and packages,
 * super admins all others. Seminary study is refunded where the student leaves it,
 * so that TTI is notified.
 */
export const mayRefund = (actor: Actor, typeId: string): boolean =>
  typeId !== '6' && can(actor, typeId === '2' ? 'credit_charge.refund' : 'fee_charge.refund');

/**
 * Returns the cents of a charge that are neither refunded nor held for a refund; 0 unless it was
 * paid. R-230.
 */
export const leftOf = ({
  state,
  amountCents,
  heldCents,
  refundedCents,
}: Pick<ChargeRow, 'state' | 'amountCents' | 'heldCents' | 'refundedCents'>): number =>
  state === 'captured' ? amountCents - heldCents - refundedCents : 0;

/**
 * The charges of a student, those of seminary study among them, newest first, as books that can be
 * compared with the processor's.
 */
export async function listCharges(
  { db, actor, requestId }: Pick<Call, 'db' | 'actor' | 'requestId'>,
  studentId: number,
): Promise<Charge[]> {
  const { students: found } = await students.listStudents(
    { ids: [studentId], limit: 1 },
    { actor: serviceActor('payments'), requestId },
  );
  return (await chargesOf(db, studentId, found[0]?.ttiStudentId ?? null)).map((row) => ({
    id: row.id,
    description: row.description,
    amountCents: row.amountCents,
    status: chargeStatus(row),
    refundedCents: row.refundedCents,
    chargeTypeId: row.typeId,
    invoiceNumber: row.invoiceNumber,
    lastChangeBy: row.lastChangeBy,
    refundableCents: mayRefund(actor, row.typeId) ? leftOf(row) : 0,
    ...(row.capturedAt ? { transactionDate: row.capturedAt } : {}),
    ...(row.registrationId === null ? {} : { registrationId: row.registrationId }),
    ...(row.transactionId === null ? {} : { processorTransactionId: row.transactionId }),
    ...(row.refundedAt ? { refundedAt: row.refundedAt } : {}),
    ...(row.refundError === null ? {} : { refundError: row.refundError }),
    ...(row.refundNextTryAt ? { refundNextTryAt: row.refundNextTryAt } : {}),
  }));
}
