import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import {
  type Scheduled,
  schedule,
  withFacts,
} from '../../booking/session-booking/schedule-session.ts';
import { changeEntry, startOf } from '../../capacity/seats/waiting-line/change-entry.ts';
import { lockEntry, readEntry } from '../../capacity/waiting-list/entry-store.ts';
import type { WaitingEntry } from '../../capacity/waiting-list/waiting-entry.ts';
import { waitingErrors } from '../../capacity/waiting-list/waiting-errors.ts';
import { changeWaiting } from '../../capacity/waiting-list/waiting-machine.ts';
import { type WaitingView, waitingNow } from '../../capacity/waiting-list/waiting-view.ts';
import { lockRegistration } from '../../records/registrations/changing/change-registration.ts';

export interface AnswerOffer {
  waitingId: number;
  accept: boolean;
}
export interface AnsweredOffer {
  entry: WaitingView;
  /** Of an acceptance. */
  scheduled: Scheduled | null;
}

/** Books with the held seat; entry and registration are locked. T-10, T-11 */
async function accept(tx: Tx, entry: WaitingEntry, call: Call): Promise<Scheduled> {
  const refusal = changeWaiting(
    entry,
    { type: 'accepted' },
    { startsAt: await startOf(tx, entry.sessionId), now: tx.now },
  );
  if (refusal instanceof DomainError) throw refusal;
  const { registrationId, sessionId, byStaff: asStaff, offerUntil } = entry;
  try {
    return await schedule(tx, { registrationId, sessionId }, call, { asStaff });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'fees_due')
      throw waitingErrors.feesDue(error.extra, offerUntil as Date);
    throw error;
  }
}

async function answer(
  tx: Tx,
  { waitingId, accept: isAccepted }: AnswerOffer,
  call: Call,
): Promise<Scheduled | null> {
  const studentId = studentInView(call.actor);
  const found = await readEntry(tx, waitingId);
  if (found === undefined || found.studentId !== studentId) throw waitingErrors.notFound();
  // registrations before entries, as every booking locks them
  if (isAccepted) await lockRegistration(tx, found.registrationId, studentId);
  const entry = (await lockEntry(tx, waitingId)) as WaitingEntry;
  if (isAccepted) return accept(tx, entry, call);
  await changeEntry(tx, entry, { type: 'declined' }, await startOf(tx, entry.sessionId));
  return null;
}

const answerCommand = command('answerWaitingOffer', answer);

/**
 * Accepts or declines an offer (C-O20). Accepting turns the held seat into the student's place and
 * releases the session that was booked before. Throws not_found, offer_over, no_offer,
 * already_ended, fees_due (cents: expected in all, proctorFee of it; offerUntil), or as booking
 * does but for session_full..
 */
export async function answerWaitingOffer(call: Call, input: AnswerOffer): Promise<AnsweredOffer> {
  const scheduled = await withFacts(call, () => answerCommand(call, input));
  return { scheduled, entry: await waitingNow(call.db, input.waitingId) };
}
