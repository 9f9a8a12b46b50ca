import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { StaffAccessChanged } from '@portal/proto/identity/v1/events';
import { endTrust } from '../accounts/factors/device-store.ts';
import { revokeTokens } from '../accounts/links/tokens.ts';
import { domainError } from '../errors.ts';
import { schoolOnRecord } from '../school-on-record.ts';
import { mailCreateLink } from './mail-create-link.ts';
import { changed, changeRefusal, isAccessChanged, roleErrors } from './staff-rules.ts';
import type { StaffUser, StaffUserChange } from './staff-user.ts';
import {
  findStaff,
  hasKeeperOfAccounts,
  keepRoles,
  oneChangeAtATime,
  updateStaff,
} from './store.ts';

export interface UpdateStaffUser extends StaffUserChange {
  userId: number;
  /** Mails the link to create a password again. */
  resendLink: boolean;
}

interface Updated {
  user: StaffUser;
  accessChanged: boolean;
}

/**
 * Changes an account of staff, and sends its link again (C-A04). A person whose permissions change,
 * or end, has to sign in again. Refuses with user_not_found, invalid, role_not_grantable,
 * own_account, or last_tech_support where no account would remain to manage accounts.
 */
export async function updateStaffUser(call: Call, wish: UpdateStaffUser): Promise<Updated> {
  if (wish.comment && wish.comment.length > 500)
    throw invalid({ path: 'comment', message: 'Comment invalid' });
  if (wish.schoolId !== undefined)
    await schoolOnRecord(call, wish.schoolId, { path: 'selectedSchool' });
  return update(call, wish);
}

const update = command(
  'updateStaffUser',
  async (tx: Tx, { userId, resendLink, ...change }: UpdateStaffUser): Promise<Updated> => {
    await oneChangeAtATime(tx);
    const account = { kind: 'staff', id: userId } as const;
    const [before] = await findStaff(tx, [userId]);
    if (!before) throw domainError('user_not_found');
    const after = changed(before, change);
    const refusal = changeRefusal(before, after, tx.actor);
    if (refusal) throw refusal;
    const [first, ...others] = roleErrors(after);
    if (first) throw invalid(first, ...others);
    if (resendLink && !after.active)
      throw invalid({ path: 'resendLink', message: 'The account is not active.' });

    const by = { by: tx.actor.name, now: tx.now };
    const accessChanged = isAccessChanged(before, after);
    if (accessChanged || before.comment !== after.comment) {
      await updateStaff(tx, after, by);
      await keepRoles(tx, userId, after.roles);
      tx.audit({ op: 'update', table: 'user', id: userId, change: differences(before, after) });
    }
    if (accessChanged) {
      if (!(await hasKeeperOfAccounts(tx))) throw domainError('last_tech_support');
      if (!after.active) await revokeTokens(tx, account, tx.now);
      await endTrust(tx, userId);
      tx.emit(StaffAccessChanged, { userId, roles: { held: after.active ? after.roles : [] } });
    }
    if (resendLink) {
      await mailCreateLink(tx, after);
      tx.audit({ op: 'action', table: 'user', id: userId, change: { link: 'sent again' } });
    }
    const [user] = await findStaff(tx, [userId]);
    if (!user) throw new Error(`staff user ${userId} is gone`);
    return { user, accessChanged };
  },
);

const differences = (before: StaffUser, after: StaffUser): Record<string, unknown> =>
  Object.fromEntries(
    (['roles', 'schoolId', 'comment', 'active'] as const)
      .filter((field) => String(before[field]) !== String(after[field]))
      .map((field) => [field, [before[field], after[field]]]),
  );
