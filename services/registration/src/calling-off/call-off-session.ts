import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import type { Running } from '@portal/kit/commands/process-definition';
import { isUnavailable } from '@portal/kit/database/database';
import { log } from '@portal/kit/observability/log';
import { leavingRefusal } from '../booking/booking-rules.ts';
import { giveUpSession, OFFICE_ERROR } from '../booking/cancel-session.ts';
import { listBooked, markCalledOff } from '../capacity/called-off.ts';
import { releaseAllHolds } from '../capacity/holds.ts';
import { openForChange } from '../registrations/changing/change-registration.ts';
import { sessionNotFound } from '../sessions/session-rules.ts';

const PAGE = 100;

export interface CalledOff {
  /** Registrations that have no session any more. */
  freed: number;
  /** Registrations that stay, because their exam has begun. */
  kept: number;
}

/**
 * From its commit on nobody takes a seat here: every booking asks for this mark where it takes one.
 */
async function mark(tx: Tx, sessionId: number): Promise<void> {
  const marked = await markCalledOff(tx, sessionId, tx.now);
  if (marked === 'not found') throw sessionNotFound();
  if (marked === 'marked')
    tx.audit({
      op: 'update',
      table: 'session',
      id: sessionId,
      change: { calledOff: [false, true] },
    });
}

/** One registration at a time: no student waits for the others, and a crash loses nothing. */
const free = (
  call: Call,
  sessionId: number,
  registrationId: number,
): Promise<keyof CalledOff | null> =>
  inTransaction(call, 'callOffSession.free', async (tx: Tx) => {
    const row = await openForChange(tx, registrationId, null);
    if (row.sessionId !== sessionId) return null; // moved or given up meanwhile
    if (leavingRefusal(row, true, OFFICE_ERROR, tx.now) !== null) return 'kept';
    await giveUpSession(tx, row, OFFICE_ERROR);
    return 'freed';
  });

async function freeAll({
  call,
  input: { sessionId },
}: Running<CallOff, CalledOff>): Promise<CalledOff> {
  await releaseAllHolds(call, sessionId);
  const counts: CalledOff = { freed: 0, kept: 0 };
  let failed: unknown;
  let page = await listBooked(call.db, sessionId, 0, PAGE);
  for (
    ;
    page.length > 0;
    page = await listBooked(call.db, sessionId, page.at(-1) as number, PAGE)
  ) {
    for (const id of page) {
      try {
        const outcome = await free(call, sessionId, id);
        if (outcome) counts[outcome] += 1;
      } catch (error) {
        if (isUnavailable(error)) throw error;
        // the others must not wait for this one, which the next try of the process comes back to
        log.error(
          { err: error, session: sessionId, registration: id },
          'registration could not leave its called-off session',
        );
        failed = error;
      }
    }
  }
  // a refusal would end the process and leave a registration behind: it is to be tried again
  if (failed !== undefined)
    throw new Error('not all registrations could leave their called-off session', {
      cause: failed,
    });
  log.info({ session: sessionId, ...counts }, 'session called off');
  return counts;
}

export interface CallOff {
  sessionId: number;
}

/** Calls a session off (T-14); taken up by any replica when whoever began it dies. */
export const callOffProcess = durable<CallOff, CalledOff, CalledOff>({
  name: 'callOffSession',
  begin: async (tx, { sessionId }) => {
    await mark(tx, sessionId);
    return { freed: 0, kept: 0 };
  },
  steps: [{ name: 'empty', run: freeAll, commit: async () => undefined }],
  answer: ({ freed, kept }) => ({ freed, kept }),
});

/**
 * A session at a location, or a shipped one, is called off: nobody can be booked in it any more,
 * not by staff either, and everybody who had a place is told and keeps exam, credits and fee (T-14,
 * code ER). Safe to repeat; the counts are those of this run. Refuses with session_not_found.
 */
export const callOffSession = (call: Call, sessionId: number): Promise<CalledOff> =>
  callOffProcess.start(call, { sessionId });
