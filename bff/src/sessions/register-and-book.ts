import * as calls from '@portal/contract/purchases/register-and-book';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Method } from '@portal/proto/payments/v1/cards';
import { registeredRow } from '../exams/own-rows.ts';
import { registrationView } from '../exams/views.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
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
  parts: Parts,
) {
  const amountCents = toCents(amount);
  const done = await parts.registration.sessions.registerAndBook(
    { ...wanted, amountCents, method },
    by,
  );
  const { proctorFeeCents, additionalFeeCents } = done;
  const [exam, session] = await Promise.all([
    done.registration ? registeredRow(done.registration, parts) : null,
    done.session ? namedOne(done.session, by, parts) : null,
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
    ({ input, by }, parts) => registerAndBook(input, methodOf(input), by, parts),
    countDeclined,
  ),
  route(
    calls.registerAndBookWithProfile,
    ({ input, by }, parts) => registerAndBook(input, methodOf(input), by, parts),
    countDeclined,
  ),
];
