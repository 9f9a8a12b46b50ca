import { studentInView } from '@portal/kit/actor';
import { rpcs } from '@portal/kit/rpc';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { withCopies } from '../copies/buyer.ts';
import { assignPackage } from '../packages/assign-package.ts';
import { getCredits } from './get-credits.ts';
import { grantCredits } from './grant-credits.ts';
import { listExamOffers } from './list-exam-offers.ts';
import type { VendorGroup } from './lot.ts';
import { returnCredits } from './return-credits.ts';
import { spendCredits } from './spend-credits.ts';

export const creditRpcs = rpcs(CreditsServiceDefinition, {
  getCredits: {
    access: ['student', 'admin', 'advisor', 'service'],
    handle: async (_request, call) => ({ credits: await getCredits(call, studentInView(call.actor)) }),
  },
  listExamOffers: {
    access: ['student', 'admin', 'advisor', 'service'],
    handle: async (_request, call) => ({ offers: await listExamOffers(call, studentInView(call.actor)) }),
  },
  spendCredits: {
    access: ['service'],
    handle: ({ failedRegistrationId = null, ...order }, call) =>
      withCopies(call, () => spendCredits(call, { ...order, failedRegistrationId })),
  },
  returnCredits: {
    access: ['service'],
    handle: (request, call) => withCopies(call, () => returnCredits(call, request)),
  },
  assignPackage: {
    access: ['superAdmin', 'advisor_admin'],
    handle: (request, call) => assignPackage(call, { packageId: request.packageId, studentId: studentInView(call.actor) }),
  },
  grantCredits: {
    access: ['service'],
    handle: async (request, call) => {
      const { vendorsAllowed, proctorFeeCents = null, packageId = null, freeSeminaryRetake, ...rest } = request;
      const group: VendorGroup | null = vendorsAllowed === '1,4' || vendorsAllowed === '3' ? vendorsAllowed : null;
      const grant = { ...rest, vendorsAllowed: group, proctorFeeCents, packageId, isFreeSeminaryRetake: freeSeminaryRetake };
      return { credits: await withCopies(call, () => grantCredits(call, grant)) };
    },
  },
});
