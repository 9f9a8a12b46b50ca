export const roles = [
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
export type Role = (typeof roles)[number];

const rolesOfKey = {
  student: ['ROLE_STUDENT'],
  admin: ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN'],
  superAdmin: ['ROLE_SUPER_ADMIN'],
  support: ['ROLE_TECH_SUPPORT', 'ROLE_SUPPORT'],
  tech_support: ['ROLE_TECH_SUPPORT'],
  advisor: ['ROLE_ADVISOR', 'ROLE_ADVISOR_ADMIN'],
  advisor_admin: ['ROLE_ADVISOR_ADMIN'],
  school: ['ROLE_SCHOOL_ADMIN'],
  admissions: ['ROLE_ADMISSIONS'],
  staff: roles.filter((role) => role !== 'ROLE_STUDENT'),
} as const satisfies Record<string, readonly Role[]>;

export type RoleKey = keyof typeof rolesOfKey;
/** All keys that somebody must be signed in for. */
export const roleKeys = Object.keys(rolesOfKey) as RoleKey[];
/** `public` needs no account at all. */
export type AccessKey = RoleKey | 'public';

/** Whether an account with these roles holds the key. `public` is held by everybody. */
export function holds(accountRoles: readonly string[], key: AccessKey): boolean {
  if (key === 'public') return true;
  return rolesOfKey[key].some((role) => accountRoles.includes(role));
}

/** Whether an account with these roles holds one of the keys; no key is held by nobody. */
export const holdsOneOf = (accountRoles: readonly string[], keys: readonly AccessKey[]): boolean =>
  keys.some((key) => holds(accountRoles, key));
