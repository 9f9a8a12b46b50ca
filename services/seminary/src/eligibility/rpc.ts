import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { RedemptionStandingServiceDefinition } from '@portal/proto/seminary/v1/standing';
import { hasUnredeemedExams } from './has-unredeemed-exams.ts';
import { findUnredeemedByJseId, listUnredeemedOfMember } from './list-unredeemed-exams.ts';

export const eligibilityRpcs = rpcs(RedemptionStandingServiceDefinition, {
  getRedemptionStanding: {
    handle: async (member, call) => ({
      hasUnredeemedExams: await hasUnredeemedExams(call, member),
    }),
  },
  listUnredeemedOfMember: {
    handle: async ({ member }, call) => ({
      exams: member ? (await listUnredeemedOfMember(call, member)).map(present) : [],
    }),
  },
  findUnredeemedByJseId: {
    handle: async ({ jseId }, call) => {
      const found = await findUnredeemedByJseId(call, jseId);
      return {
        isKnown: found !== null,
        studentId: found?.studentId ?? undefined,
        exams: (found?.exams ?? []).map(present),
      };
    },
  },
});
