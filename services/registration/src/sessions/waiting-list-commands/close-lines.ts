import { inTransaction, type Tx } from '@portal/kit/commands/command';
import { forEachIsolated } from '@portal/kit/jobs/jobs';
import { noteFreed } from '../../capacity/seats/places/freed.ts';
import { NO_PLACES } from '../../capacity/seats/places/places.ts';
import { changeEntry } from '../../capacity/seats/waiting-line/change-entry.ts';
import {
  passedPlaces,
  passPlaces,
  sessionsWithLine,
  takeLineSession,
} from '../../capacity/seats/waiting-line/line-store.ts';
import { readLine, takeWaiting } from '../../capacity/waiting-list/entry-store.ts';
import { lineEndsAt } from '../../capacity/waiting-list/join-rules.ts';
import { closingMoment } from '../../records/sessions/session-times.ts';
import type { OwnCall } from './own-call.ts';

/** The fields of a session that decide when its line closes. */
interface Closing {
  startsAt: Date | null;
  closingDate: string | null;
  closingTime: string | null;
}
const isOver = ({ startsAt, ...closing }: Closing, now: Date): boolean =>
  startsAt === null || lineEndsAt({ startsAt, closesAt: closingMoment(closing) }) <= now;

async function closeLine(tx: Tx, sessionId: number): Promise<void> {
  const session = await takeLineSession(tx, sessionId);
  if (session === undefined || !session.hasLine || !isOver(session, tx.now)) return;
  const entries = await takeWaiting(tx, sessionId);
  for (const entry of entries)
    await changeEntry(tx, entry, { type: 'ended', why: 'list_closed' }, session.startsAt ?? tx.now);
  const rest = (await readLine(tx, sessionId)).some(({ state }) => state === 'waiting');
  const left = rest ? NO_PLACES : passedPlaces(session);
  noteFreed(tx, sessionId, left);
  await passPlaces(tx, sessionId, { offered: NO_PLACES, left, hasLine: rest });
}

/**
 * Closes the waiting lists past their closing time: ends the entries of the waiting students, who
 * get an email, and makes released places free for all. Open offers may still be accepted. R-528,
 *
 */
export async function closeLines(call: OwnCall): Promise<void> {
  const sessions = await sessionsWithLine(call.db);
  await forEachIsolated(
    sessions.filter((session) => isOver(session, call.now)).map(({ id }) => id),
    (session) => ({ session }),
    (session) => inTransaction(call, 'closeLine', (tx) => closeLine(tx, session)),
  );
}
