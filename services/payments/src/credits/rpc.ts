import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import type { VendorGroup } from '../lots/lot.ts';
import { withProjections } from '../projections/buyer.ts';
import { assignPackage } from '../purchases/assign-package.ts';
import { grantCredits } from './granting/grant-credits.ts';
import { getCredits } from './reading/get-credits.ts';
import { listExamOffers } from './reading/list-exam-offers.ts';
import { listPackages } from './reading/list-packages.ts';
import { listSpentPackages } from './reading/list-spent-packages.ts';
import { previewCredits } from './reading/preview-credits.ts';
import { returnCredits } from './spending/return-credits.ts';
import { spendCredits } from './spending/spend-credits.ts';
import { quoteTogether, spendTogether } from './spending/spend-together.ts';

export const creditRpcs = rpcs(CreditsServiceDefinition, {
  getCredits: {
    handle: async (_request, call) => ({
      credits: await getCredits(call, studentInView(call.actor)),
    }),
  },
  listPackagesOfStudents: {
    handle: async ({ studentIds }, call) => ({ packages: await listPackages(call, studentIds) }),
  },
  listExamOffers: {
    handle: async (_request, call) => ({
      offers: await withProjections(call, () => listExamOffers(call, studentInView(call.actor))),
    }),
  },
  previewCredits: {
    handle: async (
      { studentId = null, memberCents, nonmemberCents, exam = null, ...rest },
      call,
    ) => {
      const prices = {
        member: rest.memberPriceMissing ? null : memberCents,
        nonmember: rest.nonmemberPriceMissing ? null : nonmemberCents,
      };
      const seen = await withProjections(call, () =>
        previewCredits(call, { studentId, prices, exam, withPrograms: rest.withPrograms }),
      );
      return { seen: seen.map(present) };
    },
  },
  listSpentPackages: {
    handle: async ({ registrationIds }, call) => ({
      registrations: await listSpentPackages(call, registrationIds),
    }),
  },
  spendCredits: {
    handle: ({ failedRegistrationId = null, ...order }, call) =>
      withProjections(call, () => spendCredits(call, { ...order, failedRegistrationId })),
  },
  quoteExamsTogether: {
    handle: async (request, call) => ({
      missing: await withProjections(call, () => quoteTogether(call, request)),
    }),
  },
  spendCreditsTogether: {
    handle: (request, call) => withProjections(call, () => spendTogether(call, request)),
  },
  returnCredits: {
    handle: (request, call) => withProjections(call, () => returnCredits(call, request)),
  },
  assignPackage: {
    handle: (request, call) =>
      assignPackage(call, { packageId: request.packageId, studentId: studentInView(call.actor) }),
  },
  grantCredits: {
    handle: async (request, call) => {
      const {
        vendorsAllowed,
        proctorFeeCents = null,
        packageId = null,
        freeSeminaryRetake,
        ...rest
      } = request;
      const group: VendorGroup | null =
        vendorsAllowed === '1,4' || vendorsAllowed === '3' ? vendorsAllowed : null;
      const grant = {
        ...rest,
        vendorsAllowed: group,
        proctorFeeCents,
        packageId,
        isFreeSeminaryRetake: freeSeminaryRetake,
      };
      return { credits: await withProjections(call, () => grantCredits(call, grant)) };
    },
  },
});
