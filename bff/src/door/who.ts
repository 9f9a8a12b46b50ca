import { holdsOneOf } from '@portal/contract/access';
import type { CallSpec } from '@portal/contract/call';
import { queryId } from '@portal/contract/types';
import type { Actor } from '@portal/kit/actor';
import { refuse } from './refuse.ts';
import type { Session } from './sessions.ts';

type Opens = Pick<CallSpec, 'access'>;

/** Whether the call is the same for everybody, so that it does not matter who asks. */
export const isSameForAll = ({ access }: Opens): boolean => access.every((key) => key === 'public');

/**
 * In whose name the call is made. Refuses with `not_signed_in`, `session_over` or `forbidden` who may not make it. A call that is open to
 * everybody and to some staff in a way of their own: other staff may not make it, a student makes it as anybody does. `hadSid`: the browser
 * sent a session id.
 */
export function admit(call: Opens, session: Session | null, hadSid: boolean): Session | null {
  if (!call.access.includes('public')) {
    checkAccess(call, session, hadSid);
    return session;
  }
  if (session === null || session.kind === 'student') return null;
  checkAccess({ access: call.access.filter((key) => key !== 'public') }, session, hadSid);
  return session;
}

function checkAccess(call: Opens, session: Session | null, hadSid: boolean): void {
  if (session === null) throw refuse(hadSid ? 'session_over' : 'not_signed_in');
  // the two kinds of account never open each other's calls, whatever roles a record holds.
  const kinds =
    session.kind === 'student' ? call.access.filter((key) => key === 'student') : call.access.filter((key) => key !== 'student');
  if (!holdsOneOf(session.roles, kinds)) throw refuse('forbidden');
}

/**
 * The student that a call acts on: a student's own account, or the one that staff name. Refuses with `other_student` a student who names
 * somebody else, with `student_id_required` staff who name nobody, and with `malformed` (a query) or `invalid` (a body) what is no id.
 */
export function studentInView(session: Session, sent: unknown, place: 'query' | 'body' = 'body'): number {
  const { student_id, studentId } = (sent ?? {}) as { student_id?: unknown; studentId?: unknown };
  const named = student_id ?? studentId ?? null;
  if (named === null || named === '') {
    if (session.kind === 'student') return session.id;
    throw refuse('student_id_required');
  }
  const id = queryId.safeParse(named);
  if (session.kind === 'student') {
    if (id.data !== session.id) throw refuse('other_student');
    return session.id;
  }
  if (id.error)
    throw refuse(place === 'query' ? 'malformed' : 'invalid', {
      errors: [{ path: 'student_id', message: 'Must be a positive whole number' }],
    });
  return id.data;
}

/** Who is asking, in the words of the services. */
export function actorOf(session: Omit<Session, 'startedAt'> | null, student: number | undefined): Actor {
  if (session === null) return { kind: 'public', id: 0, roles: [], name: 'public', via: 'bff' };
  const { kind, id, roles, name, schoolId } = session;
  return {
    kind,
    id,
    roles,
    name,
    via: 'bff',
    ...(schoolId === null ? {} : { schoolId }),
    ...(student === undefined ? {} : { studentId: student }),
  };
}
