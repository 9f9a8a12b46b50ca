import { studentInView } from '@portal/kit/actor';
import { rpcs } from '@portal/kit/rpc';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { checkMethod } from '../cards/card-fields.ts';
import { withCopies } from '../copies/buyer.ts';
import { buyingCredits } from './buy-credits.ts';
import { buyingForRegistration } from './buy-credits-for-registration.ts';
import { buyPackage } from './buy-package.ts';

export const purchaseRpcs = rpcs(PurchasesServiceDefinition, {
  buyCredits: {
    access: ['student', 'admin', 'advisor_admin'],
    handle: ({ numberOfCredits, amountCents, method }, call) => {
      const studentId = studentInView(call.actor);
      const chosen = amountCents === 0 ? null : checkMethod(method, call.now);
      return withCopies(call, () => buyingCredits.start(call, { studentId, credits: numberOfCredits, amountCents, method: chosen }));
    },
  },
  buyPackage: {
    access: ['student', 'admin', 'advisor_admin'],
    handle: ({ packageId, amountCents, method }, call) => {
      const studentId = studentInView(call.actor);
      const chosen = amountCents === 0 ? null : checkMethod(method, call.now);
      return withCopies(call, () => buyPackage(call, { studentId, packageId, amountCents, method: chosen }));
    },
  },
  buyCreditsForRegistration: {
    access: ['service'],
    handle: ({ numberOfCredits, method, failedRegistrationId = null, ...order }, call) => {
      const chosen = order.amountCents === 0 ? null : checkMethod(method, call.now);
      const input = { ...order, credits: numberOfCredits, method: chosen, failedRegistrationId };
      return withCopies(call, () => buyingForRegistration.start(call, input));
    },
  },
});
