import { byStep } from '@portal/kit/commands/by-step';
import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { CHARGE_MS } from '@portal/kit/grpc/charge-time';
import type { Card, Method } from '@portal/proto/payments/v1/cards';
import { fees } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { retakeFee } from '../../projections/retake-fee.ts';
import { withProjections } from '../../projections/with-projections.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { beginRetake, makeReal } from './approved-retake.ts';
import { dropPending } from './store.ts';

export interface BuyApprovedRetake {
  examId: number;
  /** The amount that the caller agreed to pay, in cents. */
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
    const expected = await retakeFee(tx);
    if (amountCents !== expected) throw domainError('amount_changed', { expected });
    return made;
  },
  steps: [
    {
      name: 'pay',
      run: ({
        state: { studentId, registrationId },
        input: { amountCents, method },
        call,
        keyFor,
      }) =>
        fees.payRetakeFee(
          { studentId, registrationId, amountCents, method },
          { ...byStep({ call, keyFor }, 'pay'), deadlineMs: CHARGE_MS },
        ),
      async commit(tx, { input: { examId }, state: { registrationId, studentId, paymentId } }) {
        return {
          registration: await makeReal(tx, {
            registrationId,
            studentId,
            examId,
            paymentId: paymentId as number,
          }),
        };
      },
      undo: (tx, { state }) => dropPending(tx, state.registrationId, null),
    },
  ],
  answer: ({ registration, card }) => ({ registration, card }),
  mustFinish: 'its fee may be paid, and nothing gives it back',
});

/**
 * Buys a retake that the vendor approved, for the fee of the day by card (C-A30, C-A31, R-559).
 * Refuses as beginRetake does, with amount_changed (expected: cents) and as payments does.
 */
export const buyApprovedRetake = (call: Call, input: BuyApprovedRetake): Promise<BoughtRetake> =>
  withProjections(call, () => buyApprovedRetakeProcess.start(call, input));
