import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { checkMethod } from '../cards/card-fields.ts';
import { withProjections } from '../projections/buyer.ts';
import { buyingCredits } from './buy-credits.ts';
import { buyingForRegistration } from './buy-credits-for-registration.ts';
import { buyPackage } from './buy-package.ts';
import { payingForRegistration } from './pay-for-registration.ts';

export const purchaseRpcs = rpcs(PurchasesServiceDefinition, {
  buyCredits: {
    handle: ({ numberOfCredits, amountCents, method }, call) => {
      const studentId = studentInView(call.actor);
      const chosen = amountCents === 0 ? null : checkMethod(method, call.now);
      return withProjections(call, () =>
        buyingCredits.start(call, {
          studentId,
          credits: numberOfCredits,
          amountCents,
          method: chosen,
        }),
      );
    },
  },
  buyPackage: {
    handle: ({ packageId, amountCents, method }, call) => {
      const studentId = studentInView(call.actor);
      const chosen = amountCents === 0 ? null : checkMethod(method, call.now);
      return withProjections(call, () =>
        buyPackage(call, { studentId, packageId, amountCents, method: chosen }),
      );
    },
  },
  buyCreditsForRegistration: {
    handle: ({ numberOfCredits, method, failedRegistrationId = null, ...order }, call) => {
      const chosen = order.amountCents === 0 ? null : checkMethod(method, call.now);
      const input = { ...order, credits: numberOfCredits, method: chosen, failedRegistrationId };
      return withProjections(call, () => buyingForRegistration.start(call, input));
    },
  },
  payForRegistration: {
    handle: ({ numberOfCredits, method, failedRegistrationId = null, ...order }, call) => {
      const chosen = order.amountCents === 0 ? null : checkMethod(method, call.now);
      const input = { ...order, credits: numberOfCredits, method: chosen, failedRegistrationId };
      return withProjections(call, () => payingForRegistration.start(call, input));
    },
  },
});
