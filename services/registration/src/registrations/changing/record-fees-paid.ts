import { command } from '@portal/kit/commands/command';
import { type FeePayment, isFeePaymentKnown, recordFeePayment } from '../reading/store.ts';
import { registrationClosed } from '../state/registration-rules.ts';
import { isOpen } from '../state/registration-state.ts';
import { openForChange } from './change-registration.ts';

/**
 * Notes that fees were paid, once a payment id whatever the key: the proctor payment is held, the
 * additional fee settled. Refuses with registration_not_found, or with registration_closed when the
 * exam was cancelled or taken meanwhile (payments then refunds).
 */
export const recordFeesPaid = command(
  'recordFeesPaid',
  async (tx, paid: FeePayment): Promise<null> => {
    const row = await openForChange(tx, paid.registrationId, null);
    if (await isFeePaymentKnown(tx, paid.paymentId)) return null;
    if (!isOpen(row.status)) throw registrationClosed();
    if (await recordFeePayment(tx, paid, tx.now)) {
      tx.audit({
        op: 'update',
        table: 'registration',
        id: paid.registrationId,
        studentId: row.studentId,
        change: {
          feesPaid: {
            proctorFeeCents: paid.proctorFeeCents,
            additionalFeeCents: paid.additionalFeeCents,
          },
        },
      });
    }
    return null;
  },
);
