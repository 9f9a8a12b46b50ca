import * as contract from '@portal/contract/exams/retakes';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Method } from '@portal/proto/payments/v1/cards';
import type { Registration } from '@portal/proto/registration/v1/registrations';
import type { AppContext } from '../app-context.ts';
import { declinedCards } from '../auth/account-limits.ts';
import { registeredRow } from '../exams/own-rows.ts';
import { route } from '../http/route.ts';
import type { Session } from '../http/session/sessions.ts';
import { cardOrNull, methodOf, toCents } from '../payments/views.ts';

/** cards that were declined are counted for the account that is signed in. */
const countDeclined = ({ session }: { session: Session }) =>
  declinedCards(session.kind, session.id);

async function retakeView(registration: Registration | undefined, context: AppContext) {
  if (!registration) throw new Error('answered without a registration');
  const exam = await registeredRow(registration, context);
  return {
    registrationId: registration.id,
    exam,
    successMessage: `The retake of ${exam.subject} is registered.`,
  };
}

interface Order {
  examId: number;
  amount: number;
}
async function buyRetake(
  { examId, amount }: Order,
  method: Method | undefined,
  by: CallOptions,
  context: AppContext,
) {
  const bought = await context.registration.retakes.buyApprovedRetake(
    { examId, amountCents: toCents(amount), method },
    by,
  );
  return {
    ...(await retakeView(bought.registration, context)),
    paymentMethod: cardOrNull(bought.card),
  };
}

export const retakeRoutes = [
  route(contract.getRetakeFee, async (_asked, { catalogue }) => {
    const { prices } = await catalogue.packages.get();
    return { amount: prices.retakeFeeCents / 100 };
  }),

  route(contract.makeVendorApprovedExamRetakeRegistration, async ({ input, by }, context) => {
    const { registration } = await context.registration.retakes.makeApprovedRetake(
      { examId: input.examId },
      by,
    );
    return retakeView(registration, context);
  }),

  route(
    contract.payRetakeFeeAndRegisterWithPaymentProfile,
    ({ input, by }, context) => buyRetake(input, methodOf(input), by, context),
    countDeclined,
  ),

  route(
    contract.payRetakeFeeAndRegisterWithNewPaymentProfile,
    ({ input, by }, context) => buyRetake(input, methodOf(input), by, context),
    countDeclined,
  ),

  route(contract.changeExamToCourse, async ({ input, by }, context) => {
    const { registration } = await context.registration.retakes.changeToCourse(
      { examId: input.examId },
      by,
    );
    if (!registration) throw new Error('answered without a registration');
    return { exam: await registeredRow(registration, context), registrationId: registration.id };
  }),
];
