import type { Call } from '@portal/kit/commands/command';
import { shownFrom } from './list-open-sessions.ts';
import { isClosed } from './session-times.ts';
import { readComing } from './store.ts';

/** The locations that have a session which is still open, from today on (C-A40). */
export async function listActiveLocations({ db, now }: Call): Promise<number[]> {
  const sessions = await readComing(db, shownFrom(now));
  const open = sessions.filter((session) => !isClosed(session, now));
  return [...new Set(open.map(({ locationId }) => locationId))];
}
