import { durable } from '@portal/kit/commands/process';
import {
  chargeOnce,
  closeRefused,
  openPayment,
  type Paying,
  settlePayment,
} from '../charges/paying/pay-card.ts';
import type { Reader } from '../charges/records/reader.ts';
import type { OneTimeCard } from './one-time-card.ts';

export interface ChargeSchool {
  schoolId: number;
  /** Above 0, in cents. */
  amountCents: number;
  card: OneTimeCard;
  /** Where the receipt goes. */
  reader: Reader | null;
}
export interface SchoolCharged {
  paymentId: number;
  transactionId: string;
  capturedAt: Date;
  last4: string | null;
}

interface ChargingSchool extends Paying {
  last4: string | null;
  capturedAt?: Date;
}

const DESCRIPTION = 'Payment to school account';

/**
 * One charge of a school, kept as a row '5' (C-A49). The card is not saved, so its opaque value is
 * charged itself; it is good once, so that no second try can charge it again. Refuses with
 * charge_pending, card_declined and charge_unknown.
 */
export const chargingSchool = durable<ChargeSchool, ChargingSchool, SchoolCharged>({
  name: 'chargeSchool',
  begin: async (tx, { schoolId, amountCents, card, reader }, _call, id) => ({
    ...(await openPayment(tx, id, {
      studentId: 0,
      school: { schoolId, reader },
      purpose: 'school_balance',
      description: DESCRIPTION,
      charges: [{ typeId: '5', description: DESCRIPTION, amountCents, registrationId: null }],
    })),
    last4: card.last4,
  }),
  steps: [
    {
      name: 'charge',
      run: async (process) => {
        const { descriptor, value, last4, cardType } = process.input.card;
        const captured = await chargeOnce(process, { descriptor, value });
        return {
          captured: {
            ...captured,
            last4: captured.last4 ?? last4,
            cardType: captured.cardType ?? cardType,
          },
        };
      },
      undo: (tx, { state }, why) => closeRefused(tx, state, why),
    },
    {
      name: 'settle',
      commit: async (tx, { state }) => {
        await settlePayment(tx, state);
        return { capturedAt: tx.now };
      },
    },
  ],
  answer: ({ paymentId, captured, capturedAt }) => ({
    paymentId,
    transactionId: captured?.transactionId ?? '',
    capturedAt: capturedAt as Date,
    last4: captured?.last4 ?? null,
  }),
});
