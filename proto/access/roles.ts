/** The roles that an account may hold, one or several. Only this file names them. */
export const ROLES = [
  'ROLE_STUDENT',
  'ROLE_SCHOOL_ADMIN',
  'ROLE_ADMIN',
  'ROLE_SUPER_ADMIN',
  'ROLE_TECH_SUPPORT',
  'ROLE_SUPPORT',
  'ROLE_ADVISOR',
  'ROLE_ADVISOR_ADMIN',
  'ROLE_ADMISSIONS',
] as const;
export type Role = (typeof ROLES)[number];

/** The one role of a student's account. */
export const STUDENT_ROLE = 'ROLE_STUDENT' as const satisfies Role;
/** The role that is bound to one school. */
export const SCHOOL_ROLE = 'ROLE_SCHOOL_ADMIN' as const satisfies Role;
/** The roles of the first account of an installation. R-601. */
export const FIRST_ADMIN_ROLES: readonly Role[] = ['ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'];
export const STAFF_ROLES: readonly Role[] = ROLES.filter((role) => role !== STUDENT_ROLE);

/**
 * Roles with the same permissions, under the name that the documents use for them. `public` is a
 * visitor who has not signed in, `everybody` each person, signed in or not.
 */
export const GROUPS = {
  everybody: ROLES,
  public: [],
  student: [STUDENT_ROLE],
  staff: STAFF_ROLES,
  admin: ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN'],
  superAdmin: ['ROLE_SUPER_ADMIN'],
  support: ['ROLE_TECH_SUPPORT', 'ROLE_SUPPORT'],
  tech_support: ['ROLE_TECH_SUPPORT'],
  advisor: ['ROLE_ADVISOR', 'ROLE_ADVISOR_ADMIN'],
  advisor_admin: ['ROLE_ADVISOR_ADMIN'],
  school: [SCHOOL_ROLE],
  admissions: ['ROLE_ADMISSIONS'],
} as const satisfies Record<string, readonly Role[]>;
export type Group = keyof typeof GROUPS;

/** Where staff begin: at the lookup of students, the study materials, or their school. */
export type Desk = 'lookup' | 'materials' | 'school';
export function deskOf(roles: readonly string[]): Desk {
  if (roles.includes('ROLE_ADMISSIONS')) return 'materials';
  return isOfSchool(roles) ? 'school' : 'lookup';
}

/** Whether an account is of one school alone. */
export const isOfSchool = (roles: readonly string[]): boolean =>
  roles.includes(SCHOOL_ROLE) && roles.every((role) => role === SCHOOL_ROLE);

/** A role as people read it: `ROLE_TECH_SUPPORT` is "Tech support". */
export function titleOf(role: string): string {
  const words = role.replace('ROLE_', '').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The kind of an account: a signed-in person, a service that acts on its own, or a visitor
 * (`public`).
 */
export type Kind = 'student' | 'staff' | 'service' | 'public';

/** The kind of an account with these roles, where only the roles are known. */
export const kindOf = (roles: readonly string[]): 'student' | 'staff' | 'public' => {
  if (roles.includes(STUDENT_ROLE)) return 'student';
  return STAFF_ROLES.some((role) => roles.includes(role)) ? 'staff' : 'public';
};
