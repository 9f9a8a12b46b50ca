import type { Call } from '@portal/kit/command';
import { chargeStatus } from './charge-status.ts';
import { chargesOf } from './store.ts';

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
}

/** The charges of a student, newest first, as books that can be compared with the processor's. */
export async function listCharges({ db }: Call, studentId: number): Promise<Charge[]> {
  return (await chargesOf(db, studentId)).map((row) => ({
    id: row.id,
    description: row.description,
    amountCents: row.amountCents,
    status: chargeStatus(row),
    refundedCents: row.refundedCents,
    chargeTypeId: row.typeId,
    invoiceNumber: row.invoiceNumber,
    ...(row.capturedAt ? { transactionDate: row.capturedAt } : {}),
    ...(row.registrationId === null ? {} : { registrationId: row.registrationId }),
    ...(row.transactionId === null ? {} : { processorTransactionId: row.transactionId }),
  }));
}
