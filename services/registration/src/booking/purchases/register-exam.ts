import { byStep } from '@portal/kit/commands/by-step';
import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { isEnded } from '@portal/kit/commands/process-definition';
import type { Credits, Spending } from '@portal/proto/payments/v1/credits';
import { credits as payments } from '../../clients.ts';
import { withProjections } from '../../projections/with-projections.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { registrationNotFinished } from '../../records/registrations/state/registration-rules.ts';
import { activate, beginPending, type Pending } from './pending-registration.ts';
import { dropPending, isStillPending } from './store.ts';

export interface RegisterExam {
  examId: number;
}
export interface Registered {
  registration: Registration | undefined;
  credits: Credits | undefined;
  freeSeminaryRetake: boolean;
  studyMaterialNotSent: boolean;
}
interface State extends Pending {
  spending?: Spending | undefined;
  credits?: Credits | undefined;
  registration?: Registration;
}

/**
 * Registers with credits: the hidden registration, the credits, the real one. Two commits here
 * (C-S26, T-01).
 */
export const registerExamProcess = durable<RegisterExam, State, Registered>({
  name: 'registerExam',
  begin: (tx, { examId }, call) => beginPending(tx, examId, call),
  steps: [
    {
      name: 'spend',
      async run({
        state: { studentId, registrationId, examId, failedRegistrationId },
        call,
        attempt,
        keyFor,
      }) {
        if (attempt > 0 && !(await isStillPending(call.db, registrationId)))
          throw registrationNotFinished();
        return payments.spendCredits(
          { studentId, registrationId, examId, failedRegistrationId },
          byStep({ call, keyFor }, 'spend'),
        );
      },
      async commit(tx, { state }) {
        if (!state.spending) throw new Error('payments answered without a spending');
        const registration = await activate(tx, state, state.spending);
        if (registration === null) throw registrationNotFinished();
        return { registration };
      },
      // a refusal by payments spent nothing; only credits of a failed registration are returned, or
      // those that may have been spent
      undo: (tx, { state }, why) =>
        dropPending(tx, state.registrationId, state.spending || isEnded(why) ? tx.now : null),
    },
  ],
  answer: (state) => ({
    registration: state.registration,
    credits: state.credits,
    freeSeminaryRetake: state.spending?.freeSeminaryRetake ?? false,
    studyMaterialNotSent: !state.hasEmail,
  }),
});

/** The GET button. Refuses by registration rules 1 to 6; a repeated key replays the response. */
export function registerExam(call: Call, input: RegisterExam): Promise<Registered> {
  return withProjections(call, () => registerExamProcess.start(call, input));
}
