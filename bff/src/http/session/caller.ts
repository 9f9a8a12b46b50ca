import { can, NOBODY } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { queryId } from '@portal/contract/types';
import type { Actor } from '@portal/kit/auth/actor';
import { refuse } from '../refuse.ts';
import type { Session } from './sessions.ts';

/**
 * Returns in whose name the call is made. Refuses with `not_signed_in`, `session_over` or
 * `forbidden` a caller who may not make it. Of a call that is open to everyone and has a form for
 * some staff: other staff may not make it, a student makes it like a visitor. `hadSid`: the browser
 * sent a session id.
 */
export function authorize(
  { permission }: { permission: Permission },
  session: Session | null,
  hadSid: boolean,
): Session | null {
  const isPublic = can(NOBODY, permission);
  if (isPublic && session?.kind !== 'staff') return null;
  if (session === null) throw refuse(hadSid ? 'session_over' : 'not_signed_in');
  if (!can(session, permission)) throw refuse('forbidden');
  return session;
}

const namedStudent = (sent: unknown): unknown => {
  const { student_id, studentId } = (sent ?? {}) as { student_id?: unknown; studentId?: unknown };
  const named = student_id ?? studentId ?? null;
  return named === '' ? null : named;
};

/** Whether a request names a student. */
export const namesStudent = (sent: unknown): boolean => namedStudent(sent) !== null;

/**
 * Returns the student that a call acts on: a student's own account, or the student that staff name.
 * Refuses with `other_student` a student who names another one, with `student_id_required` staff
 * who name none, and with `malformed` (a query) or `invalid` (a body) a value that is no id.
 */
export function studentInView(
  session: Session,
  sent: unknown,
  place: 'query' | 'body' = 'body',
): number {
  const named = namedStudent(sent);
  if (named === null) {
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

/** Returns the caller in the words of the services. */
export function actorOf(
  session: Omit<Session, 'startedAt'> | null,
  student: number | undefined,
): Actor {
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
