import { SCHOOL_ROLE } from '@portal/access/roles';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { schoolOnRecord } from '../school-on-record.ts';
import { mailCreateLink } from './mail-create-link.ts';
import { grantRefusal, newUserErrors } from './staff-rules.ts';
import type { NewStaffUser, StaffUser } from './staff-user.ts';
import { findStaff, insertStaff, keepRoles } from './store.ts';

/**
 * Creates an account of staff without a password and mails the link to create one (C-A03; R-364,
 * Ignores the school unless the account is a school admin's. Refuses with invalid,
 * role_not_grantable or login_name_taken.
 */
export async function createStaffUser(call: Call, wish: NewStaffUser): Promise<StaffUser> {
  const user = { ...wish, schoolId: wish.roles.includes(SCHOOL_ROLE) ? wish.schoolId : null };
  const [first, ...others] = newUserErrors(user);
  if (first) throw invalid(first, ...others);
  const refusal = grantRefusal(user.roles, call.actor);
  if (refusal) throw refusal;
  if (user.schoolId !== null) await schoolOnRecord(call, user.schoolId, { path: 'selectedSchool' });
  try {
    return await create(call, user);
  } catch (error) {
    throw isDuplicate(error, 'staff_user_login_name') ? domainError('login_name_taken') : error;
  }
}

/** Writes the account with its mail and audit row; returns its id and the link in the mail. */
export async function createAccount(
  tx: Tx,
  user: NewStaffUser,
): Promise<{ id: number; link: string }> {
  const id = await insertStaff(tx, user, { by: tx.actor.name, now: tx.now });
  await keepRoles(tx, id, user.roles);
  const link = await mailCreateLink(tx, { id, ...user });
  const { roles, schoolId, loginType } = user;
  tx.audit({ op: 'insert', table: 'user', id, change: { roles, schoolId, loginType } });
  return { id, link };
}

const create = command(
  'createStaffUser',
  async (tx: Tx, user: NewStaffUser): Promise<StaffUser> => {
    const { id } = await createAccount(tx, user);
    const [made] = await findStaff(tx, [id]);
    if (!made) throw new Error(`staff user ${id} was not saved`);
    return made;
  },
);
