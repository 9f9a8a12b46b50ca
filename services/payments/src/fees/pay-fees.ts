import { randomUUID } from 'node:crypto';
import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { prefetchedOf, startWithPrefetch } from '@portal/kit/commands/start-with-prefetch';
import { FeesPaid } from '@portal/proto/payments/v1/events';
import type { Method } from '../cards/card-fields.ts';
import { type Card, savedCard } from '../cards/list-cards.ts';
import { checkNoneSince, lastPayment } from '../charges/paying/earlier-payments.ts';
import { cardSteps, openPayment, type Paying, settlePayment } from '../charges/paying/pay-card.ts';
import type { NewCharge } from '../charges/records/new-charge.ts';
import { registrations, sessions } from '../clients.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { type FeesAgreed, type FeesDue, feesToPay } from './fees-due.ts';

export interface PayFees extends FeesAgreed {
  studentId: number;
  examId: number;
  registrationId: number;
  sessionId: number | null;
  /** Null only when the amount is 0. */
  method: Method | null;
}
export interface FeesPaidAnswer {
  successMessage: string;
  card?: Card;
  /** Until when the place in the session is kept, if one is. */
  holdUntil?: Date;
}
interface PayingFees extends Paying {
  fees: { proctor: number; additional: number };
  holdUntil?: Date;
}
/** The response of registration before anything is written here. */
interface Due extends FeesDue {
  holdUntil?: Date;
  /** The newest payment of these fees at the time of the request. */
  lastId: number;
}

const purposeOf = (registrationId: number): string => `fees:${registrationId}`;

/**
 * One payment for both fees (C-S36, C-S37), kept as a row '1' and a row '3', then noted at
 * registration. If the registration is closed during the payment, the whole payment is refunded
 * automatically. Refuses with amount_changed, registration_closed, charge_pending (also while
 * another payment of these fees was taken and is not noted yet) and as every payment does.
 */
export const payingFees = durable<PayFees, PayingFees, FeesPaidAnswer>({
  name: 'payFees',
  begin: async (tx, input, call, id) => {
    const { studentId, registrationId, method } = input;
    const { holdUntil, lastId, ...due } = prefetchedOf<Due>(call);
    const fees = feesToPay(input, due);
    const purpose = purposeOf(registrationId);
    await checkNoneSince(tx, studentId, purpose, lastId);
    const card = method?.ccId ? await savedCard(tx, studentId, method.ccId) : undefined;
    const rows: NewCharge[] = [
      { typeId: '1', description: 'Proctor fee', amountCents: fees.proctor, registrationId },
      { typeId: '3', description: 'Additional fee', amountCents: fees.additional, registrationId },
    ];
    const charges = rows.filter((row) => row.amountCents > 0);
    const description = charges.map((row) => row.description).join(' and ');
    const paying = await openPayment(tx, id, { studentId, purpose, description, charges, card });
    return { ...paying, fees, ...(holdUntil ? { holdUntil } : {}) };
  },
  steps: [
    ...cardSteps<PayFees, PayingFees>(),
    {
      name: 'settle',
      commit: async (tx, { state }) => {
        await settlePayment(tx, state);
        return undefined;
      },
      undo: (tx, { state }) =>
        requestRefund(tx, { paymentId: state.paymentId }, 'registration_closed').then(
          () => undefined,
        ),
    },
    {
      name: 'record',
      run: async ({ state, input, call }) => {
        if (state.amountCents === 0) return undefined;
        const paid = { registrationId: input.registrationId, paymentId: state.paymentId };
        await registrations.recordFeesPaid(
          {
            ...paid,
            proctorFeeCents: state.fees.proctor,
            additionalFeeCents: state.fees.additional,
          },
          {
            actor: call.actor,
            key: `fees-paid:${state.paymentId}`,
            requestId: call.requestId,
            origin: call.origin,
          },
        );
        return undefined;
      },
      commit: async (tx, { state, input }) => {
        const { paymentId, studentId } = state;
        if (paymentId > 0)
          tx.emit(FeesPaid, { paymentId, studentId, registrationId: input.registrationId });
        return undefined;
      },
    },
  ],
  answer: ({ newCard, holdUntil }) => ({
    successMessage: 'Thank you. Your payment was received.',
    ...(newCard ? { card: newCard } : {}),
    ...(holdUntil ? { holdUntil } : {}),
  }),
  mustFinish: 'registration may have noted the fees as paid',
});

/**
 * Pays what is due for a registration. Registration says what that is and keeps the place in the
 * session, before anything is written or charged; it refuses with registration_closed, session_full
 * and their kin.
 */
export const payFees = (call: Call, input: PayFees): Promise<FeesPaidAnswer> =>
  startWithPrefetch(payingFees, call, input, async (): Promise<Due> => {
    const { studentId, examId, registrationId, sessionId } = input;
    const by = { actor: call.actor, requestId: call.requestId, origin: call.origin };
    const lastId = await lastPayment(call.db, studentId, purposeOf(registrationId));
    const due = await registrations.getFeesDue(
      { studentId, examId, registrationId, ...(sessionId === null ? {} : { sessionId }) },
      by,
    );
    feesToPay(input, due);
    if (sessionId === null) return { ...due, lastId };
    const { heldUntil } = await sessions.holdSeat(
      { studentId, registrationId, sessionId },
      { ...by, key: randomUUID() },
    );
    return { ...due, lastId, ...(heldUntil ? { holdUntil: heldUntil } : {}) };
  });
