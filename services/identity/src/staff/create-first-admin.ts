import { FIRST_ADMIN_ROLES } from '@portal/access/roles';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { createAccount } from './create-staff-user.ts';
import type { NewStaffUser } from './staff-user.ts';
import { hasStaff, oneChangeAtATime } from './store.ts';

const MIN_LENGTH = 3;
const MAX_LENGTH = 50;

/**
 * Derives a login name from an email address: its local part, or `admin` where that is too short.
 */
export function loginNameOf(email: string): string {
  const [local = ''] = email.split('@');
  const name = local.replace(/[^A-Za-z0-9._-]/g, '').slice(0, MAX_LENGTH);
  return name.length < MIN_LENGTH ? 'admin' : name;
}

const firstAdmin = (email: string, realName: string): NewStaffUser => ({
  loginName: loginNameOf(email),
  realName,
  email,
  loginType: 'staff',
  comment: null,
  schoolId: null,
  roles: [...FIRST_ADMIN_ROLES],
});

/**
 * Creates the first staff account of an installation and mails its link to create a password (72
 * hours). Returns the login name. `onLink` gets the link before the commit, so that an operator who
 * sees it printed has it even when the process dies right after the commit. Throws DomainError
 * `staff_exist` when there is a staff account, also when two calls run at once. R-601.
 */
export function createFirstAdmin(
  call: Pick<Call, 'db' | 'actor' | 'now' | 'requestId'>,
  { email, name }: { email: string; name: string },
  onLink: (link: string) => void = () => {},
): Promise<string> {
  return inTransaction(call, 'createFirstAdmin', async (tx) => {
    await oneChangeAtATime(tx);
    if (await hasStaff(tx)) throw domainError('staff_exist');
    const user = firstAdmin(email, name);
    const { link } = await createAccount(tx, user);
    onLink(link);
    return user.loginName;
  });
}
