import * as calls from '@portal/contract/purchases/register-and-book';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Method } from '@portal/proto/payments/v1/cards';
import type { AppContext } from '../app-context.ts';
import { registeredRow } from '../exams/own-rows.ts';
import { registrationView } from '../exams/views.ts';
import { route } from '../http/route.ts';
import { countDeclined } from '../payments/count-declined.ts';
import { methodOf, toCents } from '../payments/views.ts';
import { namedOne } from './named.ts';

interface BookingInput {
  examId: number;
  sessionId: number;
  numberOfCredits: number;
  amount: number;
}

/** Pays once, registers and books; the answer says how far it came. */
async function registerAndBook(
  { amount, ...wanted }: BookingInput,
  method: Method | undefined,
  by: CallOptions,
  context: AppContext,
) {
  const amountCents = toCents(amount);
  const done = await context.registration.sessions.registerAndBook(
    { ...wanted, amountCents, method },
    by,
  );
  const { proctorFeeCents, additionalFeeCents } = done;
  const [exam, session] = await Promise.all([
    done.registration ? registeredRow(done.registration, context) : null,
    done.session ? namedOne(done.session, by, context) : null,
  ]);
  return {
    ...registrationView(exam, done),
    session,
    paid: {
      credits: (amountCents - proctorFeeCents - additionalFeeCents) / 100,
      proctorFee: proctorFeeCents / 100,
      additionalFee: additionalFeeCents / 100,
    },
  };
}

export const registerAndBookRoutes = [
  route(
    calls.registerAndBook,
    ({ input, by }, context) => registerAndBook(input, methodOf(input), by, context),
    countDeclined,
  ),
  route(
    calls.registerAndBookWithProfile,
    ({ input, by }, context) => registerAndBook(input, methodOf(input), by, context),
    countDeclined,
  ),
];
