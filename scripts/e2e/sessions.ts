import { randomUUID } from 'node:crypto';
import type { NewSession } from '@portal/proto/registration/v1/sessions';
import { asPart, services } from './services.ts';

/** The branch where pickers open: for everybody, without appointments. */
export const BRANCH = 13;
const HOUR_MS = 3_600_000;

interface About extends Partial<NewSession> {
  /** From now, instead of `startsAt`. */
  inHours?: number;
}

/** Makes a session of one's own at the branch, three weeks away and for everybody unless said otherwise; gives its id. */
export async function aSession({ inHours = 21 * 24, ...about }: About = {}): Promise<number> {
  const session = { sessionType: '21', locationId: BRANCH, gender: '3', startsAt: startIn(inHours), ...about };
  const { sessionIds } = await services.sessions.createSessions({ sessions: [session] }, asPart(randomUUID()));
  const [id] = sessionIds;
  if (id === undefined) throw new Error('a session was made and has no id');
  return id;
}

/** So many hours from now, to the full minute. */
export const startIn = (hours: number): Date => new Date(Math.ceil((Date.now() + hours * HOUR_MS) / 60_000) * 60_000);
