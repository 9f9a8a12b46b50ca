import { type Actor, may } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { chargeStatus } from './charge-status.ts';
import { type ChargeRow, chargesOf } from './store.ts';

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
  /** What the caller may still give back of it. */
  refundableCents: number;
  refundError?: string;
  refundNextTryAt?: Date;
}

/** Who gives charges of this type back: tech support those of credits and packages, super admins all others.. */
export const mayRefund = (actor: Actor, typeId: string): boolean => may(actor, [typeId === '2' ? 'tech_support' : 'superAdmin']);

/** Cents of a charge that are neither given back nor asked back; 0 unless it was paid. R-230. */
export const leftOf = ({
  state,
  amountCents,
  heldCents,
  refundedCents,
}: Pick<ChargeRow, 'state' | 'amountCents' | 'heldCents' | 'refundedCents'>): number =>
  state === 'captured' ? amountCents - heldCents - refundedCents : 0;

/** The charges of a student, newest first, as books that can be compared with the processor's. */
export async function listCharges({ db, actor }: Pick<Call, 'db' | 'actor'>, studentId: number): Promise<Charge[]> {
  return (await chargesOf(db, studentId)).map((row) => ({
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
