import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refuse } from '../http/refuse.ts';

/** Room for three open pages that poll every 10 seconds. */
const A_MINUTE = 20;
const polls = new RateLimiterMemory({ points: A_MINUTE, duration: 60 });

/** Counts a poll about a registration. Refuses with too_many_tries. */
export async function countPoll(
  what: string,
  student: number,
  registrationId: number,
): Promise<void> {
  try {
    await polls.consume(`${what} ${student} ${registrationId}`);
  } catch (refused) {
    throw refuse('too_many_tries', {
      retryAfter: Math.max(1, Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000)),
    });
  }
}
