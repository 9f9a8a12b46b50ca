import type { AdminUser } from '@portal/contract/staff/users';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

export type { AdminUser } from '@portal/contract/staff/users';

export const usersCall = api.getAllUsers;
export const createUserCall = api.createUser;
export const updateUserCall = api.updateUser;

export const resettableCall = api.getResettable;
export const resetFactorsCall = api.resetSecondFactor;

const MINUTE = 60_000;

/** The accounts whose sign-in methods the caller may reset. */
export const useResettable = () => useAnswer(resettableCall, {});
export const useUsers = () => useAnswer(usersCall, {});
/** Roles that the caller may give, login types and schools. */
export const useUserChoices = () => useAnswer(api.getAllRoles, {}, { fresh: 5 * MINUTE });

const SORTED: Readonly<Record<string, (user: AdminUser) => string>> = {
  loginname: ({ loginname }) => loginname,
  realName: ({ realName }) => realName,
  email: ({ email }) => email,
  lastLogin: ({ lastLogin }) => lastLogin ?? '',
};
const inLetters = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

interface Shown {
  search: string;
  sort: string | null;
  descending: boolean;
}

/** Returns the users whose login name, full name or address contains the search text, in order. */
export function usersShown(
  users: readonly AdminUser[],
  { search, sort, descending }: Shown,
): readonly AdminUser[] {
  const wanted = search.trim().toLowerCase();
  const found = users.filter(({ loginname, realName, email }) =>
    [loginname, realName, email].some((text) => text.toLowerCase().includes(wanted)),
  );
  const key = sort === null ? undefined : SORTED[sort];
  if (!key) return found;
  const sorted = found.toSorted((a, b) => inLetters.compare(key(a), key(b)));
  return descending ? sorted.reverse() : sorted;
}
