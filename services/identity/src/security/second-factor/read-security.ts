import type { Call } from '@portal/kit/commands/command';
import type * as tables from '../../../prisma/tables.ts';
import { listDevices } from '../../accounts/factors/device-store.ts';
import { mayReset } from '../../accounts/factors/factor-rules.ts';
import { countCodes, type Factor, listFactors } from './factor-store.ts';
import { mustHaveFactor, ownAccount } from './staff-account.ts';

/** A factor as its owner sees it: nothing that proves anything. */
export type KnownFactor = Pick<Factor, 'id' | 'kind' | 'name' | 'addedAt' | 'lastUsed'>;

export interface Security {
  realName: string;
  factors: KnownFactor[];
  recoveryLeft: number;
  isRequired: boolean;
  /** Ids of the devices on which the account is remembered. */
  rememberedIds: number[];
}

/** Returns how the caller signs in, and their name (C-O55). */
export async function readSecurity(call: Call): Promise<Security> {
  const account = await ownAccount(call);
  const [factors, recoveryLeft, isRequired, rememberedIds] = await Promise.all([
    listFactors(call.db, account.id),
    countCodes(call.db, account.id),
    mustHaveFactor(call.db, account),
    listDevices(call.db, account.id, call.now),
  ]);
  return { realName: account.realName, factors, recoveryLeft, isRequired, rememberedIds };
}

/** An account whose factors the caller may reset. */
export interface Resettable extends Pick<tables.StaffUser, 'id' | 'loginName' | 'realName'> {
  factors: number;
}

/**
 * Lists accounts whose factors the caller may reset, by login name; also those without any (C-O58).
 */
export async function listResettable({ db, actor }: Call): Promise<Resettable[]> {
  const all = await db.many<Resettable & { roles: string[] }>`
    SELECT id, login_name, real_name,
      (SELECT count(*)::integer FROM staff_factor WHERE user_id = staff_user.id) AS factors,
      ARRAY(SELECT role FROM staff_role WHERE user_id = staff_user.id ORDER BY role) AS roles
    FROM staff_user WHERE active ORDER BY lower(login_name)`;
  return all.filter((one) => one.id !== actor.id && mayReset(one, actor));
}
