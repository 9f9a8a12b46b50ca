import { rpcs } from '@portal/kit/grpc/rpc';
import type { ApprovedAccommodation } from '@portal/proto/identity/v1/students';
import { AccommodationsServiceDefinition } from '@portal/proto/registration/v1/accommodations';
import { compareSessions } from './compare-sessions.ts';
import type { Granted } from './exam-minutes.ts';
import { listBookingsNeedingAttention } from './list-bookings-needing-attention.ts';
import type { SessionProblem } from './session-problem.ts';

const grantedOf = ({ percent, minutes, validUntil, ...one }: ApprovedAccommodation): Granted => ({
  ...one,
  percent: percent ?? null,
  minutes: minutes ?? null,
  validUntil: validUntil ?? null,
});

const sentProblem = (problem: SessionProblem) => ({
  kind: problem.kind,
  at: 'at' in problem ? problem.at : undefined,
});

const MOST = 200;

export const accommodationRpcs = rpcs(AccommodationsServiceDefinition, {
  compareSessions: {
    handle: async ({ studentId, before, after }, call) => {
      const sessions = await compareSessions(call, {
        studentId,
        before: before.map(grantedOf),
        after: after.map(grantedOf),
      });
      return {
        sessions: sessions.map(({ problem, ...session }) => ({
          ...session,
          problem: problem ? sentProblem(problem) : undefined,
        })),
      };
    },
  },
  listUnfitBookings: {
    handle: async ({ limit }, call) => {
      const { count, oldest, bookings } = await listBookingsNeedingAttention(
        call,
        Math.min(Math.max(limit, 0), MOST),
      );
      return {
        count,
        oldest: oldest ?? undefined,
        bookings: bookings.map(({ problem, locationName, since, ...booking }) => ({
          ...booking,
          problem: sentProblem(problem),
          locationName: locationName ?? '',
          since: since ?? undefined,
        })),
      };
    },
  },
});
