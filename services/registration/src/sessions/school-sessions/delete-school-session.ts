import { can, canAtSchool } from '@portal/access/can';
import { type Call, command } from '@portal/kit/commands/command';
import { lockSchoolSession, markDeleted } from '../../capacity/seats/sessions/session-store.ts';
import { domainError } from '../../errors.ts';
import { sessionNotFound } from '../../records/sessions/session-rules.ts';
import { closingMoment } from '../../records/sessions/session-times.ts';
import { isPast } from './school-session-rules.ts';
import { isOccupied } from './store.ts';

/**
 * Deletes a session of a school that has no students, not even for a run in progress (C-A43).
 * Throws session_not_found, also for a session of another school than the caller's,
 * session_closed for a school admin after the closing moment, or session_has_students. R-186.
 */
export const deleteSchoolSession = command(
  'deleteSchoolSession',
  async (
    tx,
    { sessionId }: { sessionId: number },
    { actor }: Call,
  ): Promise<{ schoolId: number }> => {
    const session = await lockSchoolSession(tx, sessionId);
    if (session === undefined || !canAtSchool(actor, 'school_session.edit', session.schoolId))
      throw sessionNotFound();
    const isClosed = session.closedByStaff || isPast(closingMoment(session), tx.now);
    if (isClosed && !can(actor, 'closed_session.edit'))
      throw domainError('session_closed', 'The session is closed.');
    if (await isOccupied(tx, sessionId)) throw domainError('session_has_students');
    await markDeleted(tx, sessionId, tx.now);
    tx.audit({ op: 'delete', table: 'session', id: sessionId, change: { deleted: true } });
    return { schoolId: session.schoolId };
  },
);
