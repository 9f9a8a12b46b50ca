import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command } from '@portal/kit/commands/command';
import { changeEntry, startOf } from '../../capacity/seats/waiting-line/change-entry.ts';
import { lockEntry } from '../../capacity/waiting-list/entry-store.ts';
import { waitingErrors } from '../../capacity/waiting-list/waiting-errors.ts';
import { type WaitingView, waitingNow } from '../../capacity/waiting-list/waiting-view.ts';

const leave = command('leaveWaitingList', async (tx, { waitingId }: { waitingId: number }) => {
  const entry = await lockEntry(tx, waitingId);
  if (entry === undefined || entry.studentId !== studentInView(tx.actor))
    throw waitingErrors.notFound();
  await changeEntry(tx, entry, { type: 'left' }, await startOf(tx, entry.sessionId));
  return null;
});

/**
 * Ends an entry of the student; the seat of an open offer goes to the next in line (C-O19). Refuses
 * with not_found or already_ended.
 */
export async function leaveWaitingList(
  call: Call,
  input: { waitingId: number },
): Promise<WaitingView> {
  await leave(call, input);
  return waitingNow(call.db, input.waitingId);
}
