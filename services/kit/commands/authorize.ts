import { can, canOn, holdersOf, type Subject, scopeOf } from '@portal/access/can';
import { PERMISSIONS } from '@portal/access/permissions';
import { SCHOOL_ROLE } from '@portal/access/roles';
import { type Actor, studentInView } from '../auth/actor.ts';
import type { Caller } from '../auth/callers.ts';
import type { RpcAccess } from '../auth/rpc-access.ts';
import { notFound } from '../errors.ts';
import type { Call } from './command.ts';

/**
 * The student whom staff act for, as the service knows them. Refuses with student_not_found whoever
 * is not on record.
 */
export type FindSubject = (call: Call, studentId: number) => Promise<Subject>;

/** Whether the BFF asks for a person, and not a service in its own name. */
const isForPerson = ({ via, kind }: Actor): boolean => via === 'bff' && kind !== 'service';

/** Returns whether the actor may call an RPC at all, about any student. */
export function mayCall(actor: Actor, { permission, callers }: RpcAccess): boolean {
  return isForPerson(actor)
    ? permission !== null && can(actor, permission)
    : callers.includes(actor.via as Caller);
}

/**
 * Returns the call with the student whom the request is about, where staff named none: as
 * `studentOf` finds them by another id of the request. It throws for a request whose subject the
 * caller may not see.
 */
export async function withStudent(
  call: Call,
  studentOf: ((call: Call) => Promise<number> | undefined) | undefined,
): Promise<Call> {
  const { actor } = call;
  if (!studentOf || actor.kind !== 'staff' || !isForPerson(actor)) return call;
  if (actor.studentId !== undefined) return call;
  const studentId = await studentOf(call);
  return studentId === undefined ? call : { ...call, actor: { ...actor, studentId } };
}

/**
 * Refuses with student_not_found when staff name a student who is not on record or whom they may
 * not see: for a school admin, every student outside their school is hidden. A school admin who
 * names no student is refused with student_id_required; subjects found by another id are checked by
 * the handler. A student's call is always about themself (`studentInView`).
 */
export async function checkSubject(
  call: Call,
  { permission }: RpcAccess,
  findSubject: FindSubject | undefined,
): Promise<void> {
  const { actor } = call;
  if (permission === null || actor.kind !== 'staff' || !isForPerson(actor)) return;
  if (PERMISSIONS[permission].about !== 'student') return;
  if (actor.studentId === undefined && scopeOf(actor, permission) === 'any') return;
  const studentId = studentInView(actor);
  const subject = await (findSubject?.(call, studentId) ?? { studentId, schoolId: null });
  if (!canOn(actor, permission, subject)) throw notFound('student_not_found', 'No student found');
}

/** Whether an RPC can only be decided by the school of a student, which the service has to know. */
export const needsSubject = ({ permission }: RpcAccess): boolean =>
  permission !== null &&
  PERMISSIONS[permission].about === 'student' &&
  holdersOf(permission).includes(SCHOOL_ROLE);
