import { rpcs } from '@portal/kit/grpc/rpc';
import type { ApprovedAccommodation } from '@portal/proto/identity/v1/students';
import { AccommodationsServiceDefinition } from '@portal/proto/registration/v1/accommodations';
import { compareSessions } from './compare-sessions.ts';
import type { Granted } from './exam-minutes.ts';

const grantedOf = ({ percent, minutes, validUntil, ...one }: ApprovedAccommodation): Granted => ({
  ...one,
  percent: percent ?? null,
  minutes: minutes ?? null,
  validUntil: validUntil ?? null,
});

export const accommodationRpcs = rpcs(AccommodationsServiceDefinition, {
  compareSessions: {
    handle: async ({ studentId, before, after }, call) => ({
      sessions: await compareSessions(call, {
        studentId,
        before: before.map(grantedOf),
        after: after.map(grantedOf),
      }),
    }),
  },
});
