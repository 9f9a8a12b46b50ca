import type { Kind } from '@portal/access/roles';
import { type DomainError, forbidden, malformed } from '../errors.ts';

/**
 * The actor of a call. Only the BFF can vouch for a person. A service speaks as itself (`via`) and
 * may name the person for whom it works, which is data for audit and scope and grants no
 * permission: see `authorize`.
 */
export interface Actor {
  kind: Kind;
  /** Student id, staff user id, or 0. */
  id: number;
  roles: string[];
  /** The one school of a school admin. */
  schoolId?: number;
  /**
   * The student whose data the call is about: a student's own id, or the one that staff act for.
   */
  studentId?: number;
  /** Login name for the audit; never a student's name or address. */
  name: string;
  /** The caller, whose key signed the token: the BFF, a service, or an operator's tool. */
  via: string;
}

/** Returns whether the actor is staff of the office or a school, with any roles. */
export const isStaff = (actor: Actor): boolean => actor.kind === 'staff';

/** Returns the student of a call. Refuses with student_id_required when staff named no student. */
export function studentInView(actor: Actor): number {
  if (actor.kind === 'student') return actor.id;
  if (actor.studentId === undefined)
    throw malformed('student_id_required', 'StudentId is required.');
  return actor.studentId;
}

/** Returns a service as actor, e.g. a worker that resumes a process for a student. */
export function serviceActor(service: string, studentId?: number): Actor {
  return {
    kind: 'service',
    id: 0,
    roles: [],
    name: service,
    via: service,
    ...(studentId === undefined ? {} : { studentId }),
  };
}

/** 403 with the sentence of the contract. */
export function notAllowed(): DomainError {
  return forbidden('forbidden', 'You are not allowed to do this.');
}
