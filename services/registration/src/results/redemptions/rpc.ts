import { rpcs } from '@portal/kit/grpc/rpc';
import { RedemptionsServiceDefinition } from '@portal/proto/registration/v1/redemptions';
import {
  confirmRedemption,
  dropRedemption,
  readRedemption,
  reserveRedemption,
} from './redeem-exams.ts';

export const redemptionRpcs = rpcs(RedemptionsServiceDefinition, {
  readRedemption: { handle: (request, call) => readRedemption(call, request) },
  reserveRedemption: { handle: (request, call) => reserveRedemption(call, request) },
  confirmRedemption: {
    handle: ({ exams, ...redemption }, call) =>
      confirmRedemption(call, {
        ...redemption,
        exams: exams.map(({ registrationId, spending, grade, gradeComment }) => ({
          registrationId,
          credits: spending?.credits ?? 0,
          packageIds: spending?.packages?.ids ?? null,
          grade: grade ?? null,
          gradeComment,
        })),
      }),
  },
  dropRedemption: { handle: (request, call) => dropRedemption(call, request) },
});
