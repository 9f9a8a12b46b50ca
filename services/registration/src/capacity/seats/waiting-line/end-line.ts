import type { Tx } from '@portal/kit/commands/command';
import { lockLine } from '../../waiting-list/entry-store.ts';
import type { WaitingEntry } from '../../waiting-list/waiting-entry.ts';
import { changeEntry, startOf } from './change-entry.ts';
import { reopenLine } from './line-store.ts';

/**
 * The session is moved: open offers go back to their place in line, and are made again with the new
 * time. R-515
 */
export async function withdrawOffers(
  tx: Tx,
  line: readonly WaitingEntry[],
  startsAt: Date,
): Promise<void> {
  const offered = line.filter(({ state }) => state === 'offered');
  for (const entry of offered) await changeEntry(tx, entry, { type: 'session_moved' }, startsAt);
  // if each student in line had an offer, none was waiting: the line gets freed places again
  const [one] = offered;
  if (one) await reopenLine(tx, one.sessionId);
}

/**
 * Ends all entries of a session that is called off and locked, including students who joined after
 * its line was locked.
 */
export async function endLine(tx: Tx, sessionId: number): Promise<void> {
  const line = await lockLine(tx, sessionId);
  if (line.length === 0) return;
  const startsAt = await startOf(tx, sessionId);
  for (const entry of line)
    await changeEntry(tx, entry, { type: 'ended', why: 'called_off' }, startsAt);
}
