import { byStep } from '@portal/kit/commands/by-step';
import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { isEnded } from '@portal/kit/commands/process-definition';
import { CHARGE_MS } from '@portal/kit/grpc/charge-time';
import type { Card, Method } from '@portal/proto/payments/v1/cards';
import type { Credits, Spending } from '@portal/proto/payments/v1/credits';
import { purchases as payments } from '../../clients.ts';
import { withProjections } from '../../projections/with-projections.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { paidButNotRegistered } from '../../records/registrations/state/registration-rules.ts';
import { activate, beginPending, type Pending } from './pending-registration.ts';
import type { Registered } from './register-exam.ts';
import { returnUnspentCredits } from './return-unspent-credits.ts';
import { dropPending } from './store.ts';

export interface BuyExam {
  examId: number;
  numberOfCredits: number;
  amountCents: number;
  method: Method | undefined;
}
export interface Bought extends Registered {
  card: Card | undefined;
  /** Set when money was taken but the registration failed. */
  error: string | undefined;
}
interface Answer extends Bought {
  /** A registration whose credits have to go back. */
  failed: { id: number; studentId: number } | undefined;
}
interface State extends Pending {
  spending?: Spending | undefined;
  credits?: Credits | undefined;
  card?: Card | undefined;
  creditsBought?: number;
  registration?: Registration;
  error?: string;
}

/**
 * Buys the missing credits and registers: hidden registration, then charge, credits in and out at
 * payments, then the real one (C-S34, C-S35, T-02).
 */
export const buyExamProcess = durable<BuyExam, State, Answer>({
  name: 'buyExam',
  begin: (tx, { examId }, call) => beginPending(tx, examId, call),
  steps: [
    {
      name: 'pay',
      // a retry calls payments with the same key even if the registration has ended: only that
      // shows whether money was taken
      run: ({
        state: { studentId, registrationId, examId, failedRegistrationId },
        input,
        call,
        keyFor,
      }) =>
        payments.buyCreditsForRegistration(
          {
            studentId,
            registrationId,
            examId,
            numberOfCredits: input.numberOfCredits,
            amountCents: input.amountCents,
            method: input.method,
            failedRegistrationId,
          },
          { ...byStep({ call, keyFor }, 'pay'), deadlineMs: CHARGE_MS },
        ),
      async commit(tx, { state }) {
        const registration = state.spending ? await activate(tx, state, state.spending) : null;
        if (registration !== null) return { registration };
        await dropPending(tx, state.registrationId, state.spending ? tx.now : null);
        const reason = state.spending
          ? 'this exam is no longer available.'
          : 'the credits were spent for another exam meanwhile.';
        return { error: paidButNotRegistered(state.creditsBought ?? 0, reason) };
      },
      // the effects at payments of an ended process are unknown: returns spent credits, if any
      undo: (tx, { state }, why) =>
        dropPending(tx, state.registrationId, state.spending || isEnded(why) ? tx.now : null),
    },
  ],
  answer: (state) => ({
    registration: state.registration,
    credits: state.credits,
    freeSeminaryRetake: state.spending?.freeSeminaryRetake ?? false,
    studyMaterialNotSent: state.registration !== undefined && !state.hasEmail,
    card: state.card,
    error: state.error,
    failed:
      state.error !== undefined && state.spending
        ? { id: state.registrationId, studentId: state.studentId }
        : undefined,
  }),
});

/**
 * The BUY button. Refuses by registration rules 1 to 5 before any charge, and as payments does.
 * Money that was taken stays as credits: then the answer has an error and no registration.
 */
export async function buyExam(call: Call, input: BuyExam): Promise<Bought> {
  const { failed, ...bought } = await withProjections(call, () =>
    buyExamProcess.start(call, input),
  );
  if (!failed) return bought;
  // the job does it should this fail; doing it here lets the answer show the credits that the
  // student has
  const credits = await returnUnspentCredits(call.db, failed, call.now).catch(() => undefined);
  return credits ? { ...bought, credits } : bought;
}
