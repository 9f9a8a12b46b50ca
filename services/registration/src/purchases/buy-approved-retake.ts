import type { Call } from '@portal/kit/command';
import { conflict } from '@portal/kit/errors';
import { cents } from '@portal/kit/money';
import { durable } from '@portal/kit/process';
import type { Card, Method } from '@portal/proto/payments/v1/cards';
import { fees } from '../clients.ts';
import { withCopies } from '../copies/with-copies.ts';
import type { Registration } from '../registrations/registration-view.ts';
import { beginRetake, makeReal } from './approved-retake.ts';
import { dropPending } from './store.ts';

/** */
const RETAKE_FEE = cents(6000);

export interface BuyApprovedRetake {
  examId: number;
  /** What the person agreed to pay, in cents. */
  amountCents: number;
  method: Method | undefined;
}
export interface BoughtRetake {
  registration: Registration | undefined;
  card: Card | undefined;
}
interface State {
  registrationId: number;
  studentId: number;
  paymentId?: number;
  card?: Card | undefined;
  registration?: Registration | undefined;
}

/** Hidden registration, then the fee, then the real one: a declined card leaves nothing (T-05). */
export const buyApprovedRetakeProcess = durable<BuyApprovedRetake, State, BoughtRetake>({
  name: 'buyApprovedRetake',
  async begin(tx, { examId, amountCents }, call) {
    const made = await beginRetake(tx, examId, call);
    if (amountCents !== RETAKE_FEE) {
      throw conflict('amount_changed', 'The amount has changed. Please check it and try again.', { expected: RETAKE_FEE });
    }
    return made;
  },
  steps: [
    {
      name: 'pay',
      run: ({ state: { studentId, registrationId }, input: { method }, call, keyFor }) =>
        fees.payRetakeFee(
          { studentId, registrationId, amountCents: RETAKE_FEE, method },
          { actor: call.actor, key: keyFor('pay'), requestId: call.requestId },
        ),
      async commit(tx, { input: { examId }, state: { registrationId, studentId, paymentId } }) {
        return { registration: await makeReal(tx, { registrationId, studentId, examId, paymentId: paymentId as number }) };
      },
      undo: (tx, { state }) => dropPending(tx, state.registrationId, null),
    },
  ],
  answer: ({ registration, card }) => ({ registration, card }),
});

/**
 * A retake that the vendor approved, for a fee of $60 by card (C-A30, C-A31). Refuses as beginRetake does, with amount_changed (expected: cents) and as payments
 * does.
 */
export const buyApprovedRetake = (call: Call, input: BuyApprovedRetake): Promise<BoughtRetake> =>
  withCopies(call, () => buyApprovedRetakeProcess.start(call, input));
