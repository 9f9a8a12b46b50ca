import { can, canAtSchool, scopeOf } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { SessionBooked, SessionChanged } from '@portal/proto/registration/v1/events';
import { addSchoolSession } from '../../capacity/seats/sessions/add-school-session.ts';
import {
  changeSchoolSession,
  lockSchoolSession,
  type SchoolSessionBefore,
  type SchoolSessionTerms,
} from '../../capacity/seats/sessions/session-store.ts';
import { schools } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { sessionNotFound } from '../../records/sessions/session-rules.ts';
import { closingMoment } from '../../records/sessions/session-times.ts';
import {
  dateClosed,
  decideSession,
  isPast,
  type SchoolOfSession,
  type WantedSession,
} from './school-session-rules.ts';
import { hasExcludedStudent, type Moved, noteMoved } from './store.ts';

export interface SaveSchoolSession extends WantedSession {
  /** 0: a new one. */
  sessionId: number;
  /** A school admin may leave it out. */
  schoolId: number | null;
}
type Decided = Omit<SaveSchoolSession, 'schoolId'> & {
  schoolId: number;
  school: SchoolOfSession;
};

/** Returns the id of the school that the caller edits; that of a school admin is their own. */
function schoolInView(actor: Actor, named: number | null): number {
  const own = scopeOf(actor, 'school_session.edit') === 'any' ? named : (actor.schoolId ?? null);
  const schoolId = named ?? own;
  if (schoolId === null) throw invalid({ path: 'schoolId', message: 'Required' });
  if (!canAtSchool(actor, 'school_session.edit', schoolId)) throw domainError('school_not_found');
  return schoolId;
}

/** Returns the changed fields of a session for the audit: old and new where both are known. */
function changeOf(
  before: SchoolSessionBefore | undefined,
  { startsAt, ...terms }: SchoolSessionTerms,
): Record<string, unknown> {
  const after = { ...terms, date: dayInNewYork(startsAt), time: timeInNewYork(startsAt) };
  if (before === undefined) return after;
  const earlier: Record<string, unknown> = {
    ...before,
    date: dayInNewYork(before.startsAt),
    time: timeInNewYork(before.startsAt),
  };
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => earlier[field] !== value)
      .map(([field, value]) => [field, [earlier[field], value]]),
  );
}

/** Sends one email per student, about all their exams in the session. */
function emitMoved(tx: Tx, sessionId: number, moved: readonly Moved[]): void {
  for (const [studentId, exams] of Map.groupBy(moved, (one) => one.studentId)) {
    const booked = exams.map(({ id: registrationId, calendarSequence }) => ({
      registrationId,
      calendarSequence,
    }));
    for (const [at, one] of booked.entries())
      tx.emit(SessionBooked, {
        ...one,
        studentId,
        sessionId,
        previousSessionId: sessionId,
        togetherWith: at === 0 ? booked.slice(1) : [],
        ...(at === 0 ? {} : { withoutLetter: true }),
      });
  }
}

async function change(
  tx: Tx,
  { sessionId, schoolId, school, ...wanted }: Decided,
  actor: Actor,
): Promise<void> {
  const before = await lockSchoolSession(tx, sessionId);
  if (before === undefined || before.schoolId !== schoolId) throw sessionNotFound();
  const byOffice = can(actor, 'closed_session.edit');
  if (!byOffice && (before.closedByStaff || isPast(closingMoment(before), tx.now)))
    throw dateClosed();
  const terms = decideSession(wanted, school, { byOffice, now: tx.now });
  if (await hasExcludedStudent(tx, sessionId, terms.gender)) throw domainError('session_gender');
  const changed = changeOf(before, terms);
  if (Object.keys(changed).length === 0) return;
  await changeSchoolSession(tx, sessionId, terms);
  if (before.startsAt.getTime() !== terms.startsAt.getTime())
    emitMoved(tx, sessionId, await noteMoved(tx, sessionId));
  tx.emit(SessionChanged, { sessionId });
  tx.audit({
    op: 'update',
    table: 'session',
    id: sessionId,
    change: { ...changed, version: [before.version, before.version + 1] },
  });
}

const save = command(
  'saveSchoolSession',
  async (tx: Tx, decided: Decided, { actor }: Call): Promise<{ sessionId: number }> => {
    const { sessionId, schoolId, school, ...wanted } = decided;
    if (sessionId > 0) {
      await change(tx, decided, actor);
      return { sessionId };
    }
    const byOffice = can(actor, 'closed_session.edit');
    const terms = decideSession(wanted, school, { byOffice, now: tx.now });
    const id = await addSchoolSession(tx, schoolId, terms);
    const created = { school: schoolId, ...changeOf(undefined, terms) };
    tx.audit({ op: 'insert', table: 'session', id, change: created });
    return { sessionId: id };
  },
);

/**
 * Adds a session of a school, or changes one (C-A42); mails its students if its day or time changes
 * . Throws school_not_found, also for another school than the caller's,
 * session_not_found, session_date_closed, session_gender or invalid..
 */
export async function saveSchoolSession(
  call: Call,
  wanted: SaveSchoolSession,
): Promise<{ sessionId: number; schoolId: number }> {
  const schoolId = schoolInView(call.actor, wanted.schoolId);
  const by = { actor: call.actor, requestId: call.requestId, origin: call.origin };
  const { schools: found } = await schools.listSchools({ ids: [schoolId] }, by);
  const school = found.find(({ id }) => id === schoolId);
  if (school === undefined) throw domainError('school_not_found');
  const { gender, sessionClosingTime } = school;
  const decided = { ...wanted, schoolId, school: { gender, sessionClosingTime } };
  return { ...(await save(call, decided)), schoolId };
}
