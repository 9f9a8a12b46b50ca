import type { Account, Sessions } from '../http/session/sessions.ts';
import type { LiveStreams } from './streams.ts';

/**
 * Returns sessions that end their open pages at this replica at once when they are ended here;
 * other replicas notice at their next beat.
 */
export function endingStreams(
  sessions: Sessions,
  live: Pick<LiveStreams, 'checkSessions'>,
): Sessions {
  return {
    ...sessions,
    async end(sid) {
      await sessions.end(sid);
      await live.checkSessions({ sid });
    },
    async endSome(account: Account, hashes) {
      await sessions.endSome(account, hashes);
      await live.checkSessions(account);
    },
    async endAll(account: Account, until) {
      await sessions.endAll(account, until);
      await live.checkSessions(account);
    },
  };
}
