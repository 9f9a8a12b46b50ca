import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DomainError, forbidden, malformed } from './errors.ts';

/** Who is asking, as the BFF or a service vouches for it. */
export interface Actor {
  kind: 'student' | 'staff' | 'service' | 'public';
  /** Student id, staff user id, or 0. */
  id: number;
  roles: string[];
  /** The one school of a school admin. */
  schoolId?: number;
  /** The student whose data the call is about: a student's own id, or the one that staff act for. */
  studentId?: number;
  /** Login name for the audit; never a student's name or address. */
  name: string;
  /** Which part made the call. */
  via: string;
}

/** Keys of the contract: who may make a call. 'service' is any part but the BFF. */
export type Access =
  | 'public'
  | 'student'
  | 'admin'
  | 'superAdmin'
  | 'support'
  | 'tech_support'
  | 'advisor'
  | 'advisor_admin'
  | 'school'
  | 'admissions'
  | 'staff'
  | 'service';

const rolesOf: Partial<Record<Access, string[]>> = {
  student: ['ROLE_STUDENT'],
  admin: ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN'],
  superAdmin: ['ROLE_SUPER_ADMIN'],
  support: ['ROLE_TECH_SUPPORT', 'ROLE_SUPPORT'],
  tech_support: ['ROLE_TECH_SUPPORT'],
  advisor: ['ROLE_ADVISOR', 'ROLE_ADVISOR_ADMIN'],
  advisor_admin: ['ROLE_ADVISOR_ADMIN'],
  school: ['ROLE_SCHOOL_ADMIN'],
  admissions: ['ROLE_ADMISSIONS'],
};

/** Whether this person or part holds one of the keys (conventions: access keys; an account may hold several roles). */
export function may(actor: Actor, access: readonly Access[]): boolean {
  return access.some((key) => {
    if (key === 'public') return true;
    if (key === 'service') return actor.via !== 'bff';
    if (key === 'staff') return actor.kind === 'staff';
    if (key === 'student') return actor.kind === 'student' && actor.roles.includes('ROLE_STUDENT');
    return actor.kind === 'staff' && (rolesOf[key] ?? []).some((role) => actor.roles.includes(role));
  });
}

/** Whether a person of the office or a school asks, whatever the roles. */
export const isStaff = (actor: Actor): boolean => actor.kind === 'staff';

/** The student a call is about. Refuses with student_id_required when staff named nobody. */
export function studentInView(actor: Actor): number {
  if (actor.kind === 'student') return actor.id;
  if (actor.studentId === undefined) throw malformed('student_id_required', 'StudentId is required.');
  return actor.studentId;
}

/** A part acting by itself, e.g. a worker that resumes a process for a student. */
export function serviceActor(service: string, studentId?: number): Actor {
  return { kind: 'service', id: 0, roles: [], name: service, via: service, ...(studentId === undefined ? {} : { studentId }) };
}

const LIFE_SECONDS = 60;
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const signature = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest();

/** A token that another part believes for 60 seconds. */
export function signActor(actor: Actor, secret: string, now: Date): string {
  const body = base64url(JSON.stringify({ ...actor, exp: Math.floor(now.getTime() / 1000) + LIFE_SECONDS }));
  return `${body}.${signature(body, secret).toString('base64url')}`;
}

/** The actor of a token. Refuses with forbidden when it is missing, forged or too old. */
export function verifyActor(token: string | undefined, secret: string, now: Date): Actor {
  const [body = '', mac = ''] = (token ?? '').split('.');
  const given = Buffer.from(mac, 'base64url');
  const right = signature(body, secret);
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw notAllowed();
  const { exp, ...actor } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Actor & { exp: number };
  if (exp * 1000 < now.getTime()) throw notAllowed();
  return actor;
}

/** 403 with the sentence of the contract. */
export function notAllowed(): DomainError {
  return forbidden('forbidden', 'You are not allowed to do this.');
}
