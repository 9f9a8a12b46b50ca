import { isStaff, studentInView } from '@portal/kit/auth/actor';
import { byStep } from '@portal/kit/commands/by-step';
import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { isEnded, type Running } from '@portal/kit/commands/process-definition';
import { DomainError } from '@portal/kit/errors';
import { CHARGE_MS } from '@portal/kit/grpc/charge-time';
import type { Card, Method } from '@portal/proto/payments/v1/cards';
import type { Credits, Spending } from '@portal/proto/payments/v1/credits';
import { keepPlace } from '../../capacity/seats/hold-seat.ts';
import { endHoldsOf } from '../../capacity/seats/holds.ts';
import { fees, purchases as payments } from '../../clients.ts';
import { readPrograms } from '../../projections/read-projections.ts';
import { withProjections } from '../../projections/with-projections.ts';
import { noteFees } from '../../records/registrations/changing/record-fees-paid.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import {
  paidButNotRegistered,
  paidWithFeesButNotRegistered,
  registeredButNotBooked,
  registrationNotFinished,
} from '../../records/registrations/state/registration-rules.ts';
import type { Session } from '../../records/sessions/session-row.ts';
import { firstBooking } from '../session-booking/first-booking.ts';
import { bookHeldPlace } from '../session-booking/schedule-session.ts';
import { activate, beginPending, type Pending } from './pending-registration.ts';
import type { Registered } from './register-exam.ts';
import { returnUnspentCredits } from './return-unspent-credits.ts';
import { dropPending, readAdditionalCharge } from './store.ts';

export interface RegisterAndBook {
  examId: number;
  sessionId: number;
  /** 0 when nothing is missing. */
  numberOfCredits: number;
  /** Credits and fees together. */
  amountCents: number;
  /** Undefined only when the amount is 0. */
  method: Method | undefined;
}
export interface RegisteredAndBooked extends Registered {
  card: Card | undefined;
  /** Undefined when the place was taken before the booking. */
  session: Session | undefined;
  /** Set when money was taken but the registration failed, or when it is registered only. */
  error: string | undefined;
  proctorFeeCents: number;
  additionalFeeCents: number;
}
interface Answer extends RegisteredAndBooked {
  /** A registration whose credits have to go back. */
  failed: { id: number; studentId: number } | undefined;
}
interface State extends Pending {
  additionalChargeCents: number;
  spending?: Spending | undefined;
  credits?: Credits | undefined;
  card?: Card | undefined;
  creditsBought?: number;
  paymentId?: number;
  proctorFeeCents?: number;
  additionalFeeCents?: number;
  registration?: Registration;
  session?: Session;
  error?: string;
}
type Process = Running<RegisterAndBook, State>;

const feesPaid = ({ paymentId = 0, proctorFeeCents = 0, additionalFeeCents = 0 }: State) =>
  paymentId > 0 && proctorFeeCents + additionalFeeCents > 0
    ? { paymentId, proctorFeeCents, additionalFeeCents }
    : null;

/** Books the held place; a refusal at this point leaves a registration without a session. */
async function book(process: Process): Promise<Partial<State> | undefined> {
  const { state, input, call, keyFor } = process;
  const { registrationId, registration, paymentId = 0 } = state;
  if (registration === undefined) return undefined;
  try {
    return await bookHeldPlace(
      { ...call, key: keyFor('book') },
      { registrationId, sessionId: input.sessionId },
    );
  } catch (refusal) {
    if (!(refusal instanceof DomainError) || refusal.isTransient) throw refusal;
    return { error: registeredButNotBooked(paymentId > 0, refusal.detail) };
  }
}

/**
 * Registers an exam and books a place with one payment: hidden registration and held place, then
 * credits and fees charged and spent at payments, then the real registration with its fees, then
 * the booking (T-02, T-10). If a later step fails, a paying student keeps as much as possible: the
 * credits, or the registration with its fees.
 */
export const registerAndBookProcess = durable<RegisterAndBook, State, Answer>({
  name: 'registerAndBook',
  async begin(tx, { examId, sessionId }, call) {
    const pending = await beginPending(tx, examId, call);
    const { registrationId, studentId } = pending;
    const target = await firstBooking(tx, { studentId, examId, sessionId });
    const additionalChargeCents = await readAdditionalCharge(tx, registrationId);
    await keepPlace(tx, target, { studentId, registrationId });
    return { ...pending, additionalChargeCents };
  },
  steps: [
    {
      name: 'pay',
      // a retry calls payments with the same key even if the registration has ended: only that
      // shows whether money was taken
      run: (process) => {
        const { state, input } = process;
        const { studentId, registrationId, examId, failedRegistrationId } = state;
        const { numberOfCredits, amountCents, method } = input;
        return payments.payForRegistration(
          {
            studentId,
            registrationId,
            examId,
            numberOfCredits,
            amountCents,
            method,
            failedRegistrationId,
            additionalChargeCents: state.additionalChargeCents,
          },
          { ...byStep(process, 'pay'), deadlineMs: CHARGE_MS },
        );
      },
      async commit(tx, { state }) {
        const { registrationId, studentId, spending } = state;
        const registration = spending ? await activate(tx, state, spending) : null;
        const paid = feesPaid(state);
        if (registration !== null) {
          if (paid !== null) await noteFees(tx, studentId, { registrationId, ...paid });
          return { registration };
        }
        if (state.paymentId === 0) throw registrationNotFinished();
        await endHoldsOf(tx, [registrationId]);
        await dropPending(tx, registrationId, spending ? tx.now : null);
        const reason = spending
          ? 'this exam is no longer available.'
          : 'the credits were spent for another exam meanwhile.';
        const bought = state.creditsBought ?? 0;
        return {
          error: paid
            ? paidWithFeesButNotRegistered(bought, reason)
            : paidButNotRegistered(bought, reason),
        };
      },
      // the effects at payments of an ended process are unknown: returns spent credits, if any
      async undo(tx, { state }, why) {
        await endHoldsOf(tx, [state.registrationId]);
        await dropPending(tx, state.registrationId, state.spending || isEnded(why) ? tx.now : null);
      },
    },
    {
      name: 'give fees back',
      // if no credits could be spent, payments refunds the fees
      async run(process) {
        const { state } = process;
        const paid = feesPaid(state);
        if (state.registration !== undefined || !state.spending || paid === null) return undefined;
        await fees.refundFees(
          {
            registrationId: state.registrationId,
            additionalFee: paid.additionalFeeCents > 0,
            proctorFee: paid.proctorFeeCents > 0,
            paymentIds: [paid.paymentId],
          },
          byStep(process, 'fees'),
        );
        return undefined;
      },
    },
    { name: 'book', run: book, commit: async () => undefined },
  ],
  answer: (state) => ({
    registration: state.registration,
    credits: state.credits,
    freeSeminaryRetake: state.spending?.freeSeminaryRetake ?? false,
    studyMaterialNotSent: state.registration !== undefined && !state.hasEmail,
    card: state.card,
    session: state.session,
    error: state.error,
    proctorFeeCents: state.proctorFeeCents ?? 0,
    additionalFeeCents: state.additionalFeeCents ?? 0,
    failed:
      state.registration === undefined && state.spending
        ? { id: state.registrationId, studentId: state.studentId }
        : undefined,
  }),
});

/**
 * Registers an exam and books a session at a branch, credits and fees in one payment. Refuses by
 * registration rules 1 to 5, as booking the session would and as payments does, before any charge.
 * If a later step fails, the payment stays as credits or as a registration with its fees paid; then
 * the response has an error.
 */
export async function registerAndBook(
  call: Call,
  input: RegisterAndBook,
): Promise<RegisteredAndBooked> {
  if (!isStaff(call.actor))
    await readPrograms(call.db, call.actor, studentInView(call.actor), call.now);
  const { failed, ...done } = await withProjections(call, () =>
    registerAndBookProcess.start(call, input),
  );
  if (!failed) return done;
  const credits = await returnUnspentCredits(call.db, failed, call.now).catch(() => undefined);
  return credits ? { ...done, credits } : done;
}
