import { PERMISSIONS, type Permission } from './permissions.ts';
import { GROUPS, type Kind, type Role, SCHOOL_ROLE, STUDENT_ROLE } from './roles.ts';

/** The facts of an account on which a permission check decides. */
export interface Account {
  kind: Kind;
  roles: readonly string[];
  /** The one school of a school admin. */
  schoolId?: number | null;
}

/**
 * The students on whom an account may use a permission: students on themselves or their school
 * (`own`), a school admin within the own school, others on any student or school; `none` has no
 * subject.
 */
export type Scope = 'none' | 'own' | 'own_school' | 'any';

/** A student as far as permissions care. */
export interface Subject {
  studentId: number;
  schoolId: number | null;
}

/** The account of a visitor who has not signed in. */
export const NOBODY: Account = { kind: 'public', roles: [] };

/**
 * Returns the roles that count: by R-001 the two kinds of account never open each other's calls,
 * with any roles in the record.
 */
const rolesOf = ({ kind, roles }: Account): string[] =>
  kind === 'student' || kind === 'staff'
    ? roles.filter((role) => (role === STUDENT_ROLE) === (kind === 'student'))
    : [];

const rolesByPermission = new Map<string, ReadonlySet<string>>(
  Object.entries(PERMISSIONS).map(([permission, { to }]) => [
    permission,
    new Set<string>(to.flatMap((group) => GROUPS[group])),
  ]),
);

/** The roles of the account that are granted the permission. */
const grantedOf = (account: Account, permission: Permission): string[] =>
  rolesOf(account).filter((role) => rolesByPermission.get(permission)?.has(role));

/**
 * The widest scope in which the account holds the permission, null when it does not hold it at all.
 */
export function scopeOf(account: Account, permission: Permission): Scope | null {
  const { about, to } = PERMISSIONS[permission];
  if (account.kind === 'service') return null;
  if (to.includes('everybody')) return 'none';
  if (account.kind === 'public') return to.includes('public') ? 'none' : null;
  const granted = grantedOf(account, permission);
  if (granted.length === 0) return null;
  if (about === 'none') return 'none';
  if (account.kind === 'student') return 'own';
  return granted.some((role) => role !== SCHOOL_ROLE) ? 'any' : 'own_school';
}

/** Whether the account holds the permission, on whomever. */
export const can = (account: Account, permission: Permission): boolean =>
  scopeOf(account, permission) !== null;

/** Whether the account may use the permission on this student. `ownId`: of a student's account. */
export function canOn(
  account: Account & { id: number },
  permission: Permission,
  { studentId, schoolId }: Subject,
): boolean {
  const scope = scopeOf(account, permission);
  if (scope === 'own') return account.id === studentId;
  if (scope === 'own_school') return isOwnSchool(account, schoolId);
  return scope !== null;
}

/** Whether the account may use the permission on what belongs to this school; null: to none. */
export function canAtSchool(
  account: Account,
  permission: Permission,
  schoolId: number | null,
): boolean {
  const scope = scopeOf(account, permission);
  if (scope === 'own' || scope === 'own_school') return isOwnSchool(account, schoolId);
  return scope !== null;
}

const isOwnSchool = (account: Account, schoolId: number | null): boolean =>
  schoolId !== null && account.schoolId === schoolId;

/** The roles that hold a permission, in the order of `ROLES`. */
export const holdersOf = (permission: Permission): Role[] => {
  const groups = PERMISSIONS[permission].to;
  return GROUPS.everybody.filter((role) =>
    groups.some((group) => (GROUPS[group] as readonly Role[]).includes(role)),
  );
};

/**
 * Returns whether every visitor holds the permission, so that the caller does not matter and no
 * session is read.
 */
export const isForEverybody = (permission: Permission): boolean =>
  PERMISSIONS[permission].to.includes('everybody');
