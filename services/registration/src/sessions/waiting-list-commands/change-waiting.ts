import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { WaitingMoved } from '@portal/proto/registration/v1/events';
import { changeEntry, startOf } from '../../capacity/seats/waiting-line/change-entry.ts';
import {
  holdForOffer,
  lockLineSession,
  studentsWithPlace,
  takeForLine,
} from '../../capacity/seats/waiting-line/line-store.ts';
import {
  lockEntry,
  lockLine,
  readEntry,
  writePlaces,
} from '../../capacity/waiting-list/entry-store.ts';
import { lineOf } from '../../capacity/waiting-list/list-waiting.ts';
import { movedInLine } from '../../capacity/waiting-list/next-offers.ts';
import { isOpenEntry, type WaitingEntry } from '../../capacity/waiting-list/waiting-entry.ts';
import { waitingErrors } from '../../capacity/waiting-list/waiting-errors.ts';
import type { WaitingView } from '../../capacity/waiting-list/waiting-view.ts';
import { withProjections } from '../../projections/with-projections.ts';
import { readSitting } from './may-sit.ts';
import { offerUntil } from './offer-seats.ts';

export const WAITING_ACTIONS = ['move', 'remove', 'offerNow'] as const;
export type WaitingAction = (typeof WAITING_ACTIONS)[number];

export interface ChangeWaiting {
  waitingId: number;
  action: WaitingAction;
  /** From 1, of a move. */
  position: number | null;
  reason: string;
}

/** In the words of the history. */
export const HISTORY_LABELS: Readonly<Record<WaitingAction, string>> = {
  move: 'moved',
  remove: 'removed',
  offerNow: 'offered a place out of turn',
};

/** The office's changes of a line, as the history of session and student shows them. R-541 */
const auditOf = (entry: WaitingEntry, { action, position, reason }: ChangeWaiting) => ({
  op: 'update' as const,
  table: 'session',
  id: entry.sessionId,
  studentId: entry.studentId,
  change: {
    waitingList: HISTORY_LABELS[action],
    student: entry.studentId,
    ...(position === null ? {} : { position }),
    reason,
  },
});

async function move(
  tx: Tx,
  id: number,
  position: number,
  change: ChangeWaiting,
): Promise<WaitingEntry> {
  const found = await readEntry(tx, id);
  if (found === undefined) throw waitingErrors.notFound();
  const line = await lockLine(tx, found.sessionId);
  const entry = line.find((one) => one.id === id);
  if (entry === undefined || entry.state !== 'waiting') throw waitingErrors.ended();
  await writePlaces(tx, movedInLine(line, id, position));
  const { sessionId, registrationId, studentId } = entry;
  tx.emit(WaitingMoved, { waitingId: id, sessionId, registrationId, studentId });
  tx.audit(auditOf(entry, change));
  return entry;
}

/**
 * Offers a free place of the kind that the student takes out of turn. Throws no_free_seat,
 * may_not_sit and kin.
 */
async function offerNow(tx: Tx, entry: WaitingEntry, change: ChangeWaiting): Promise<void> {
  if (!isOpenEntry(entry)) throw waitingErrors.ended();
  const session = await lockLineSession(tx, entry.sessionId);
  if (session === undefined || session.startsAt === null || session.closedByStaff)
    throw waitingErrors.closed();
  const { refusal, needsSpecial: special } = await readSitting(tx, entry, tx.now);
  if (refusal) throw waitingErrors.mayNotSit(refusal.detail);
  const { sessionId, studentId, registrationId, id: waitingId } = entry;
  if ((await studentsWithPlace(tx, sessionId)).has(studentId)) throw waitingErrors.noFreeSeat();
  if (!(await takeForLine(tx, sessionId, special))) throw waitingErrors.noFreeSeat();
  const { startsAt } = session;
  const until = await offerUntil(tx, startsAt);
  const offered = { ...entry, needsSpecial: special };
  await changeEntry(tx, offered, { type: 'offered', until }, startsAt, auditOf(entry, change));
  const hold = { sessionId, studentId, registrationId, waitingId, heldUntil: until, special };
  if (!(await holdForOffer(tx, hold))) throw waitingErrors.noFreeSeat();
}

async function work(tx: Tx, change: ChangeWaiting): Promise<number> {
  const { waitingId, action, position, reason } = change;
  if (reason.trim().length < 3) throw waitingErrors.reasonRequired();
  if (action === 'move') {
    // no default: a missing position must not move the student to the front
    if (position === null) throw invalid({ path: 'position', message: 'position invalid' });
    return (await move(tx, waitingId, position, change)).sessionId;
  }
  const entry = await lockEntry(tx, waitingId);
  if (entry === undefined) throw waitingErrors.notFound();
  if (action === 'offerNow') await offerNow(tx, entry, change);
  else {
    const startsAt = await startOf(tx, entry.sessionId);
    await changeEntry(tx, entry, { type: 'removed' }, startsAt, auditOf(entry, change));
  }
  return entry.sessionId;
}
const changeCommand = command('changeWaiting', work);

/**
 * Moves a student in line, removes one from it, or offers one a free place out of turn, for the
 * office (C-O21); returns the session's line. Throws reason_required, invalid (a move to no
 * position), waiting_not_found, already_ended, no_free_seat, waiting_closed or may_not_sit. R-532,
 *
 */
export async function changeWaitingList(call: Call, change: ChangeWaiting): Promise<WaitingView[]> {
  const sessionId = await withProjections(call, () => changeCommand(call, change));
  return lineOf(call.db, sessionId);
}
