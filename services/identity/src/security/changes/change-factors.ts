import { type Call, inTransaction } from '@portal/kit/commands/command';
import { StaffAccessChanged } from '@portal/proto/identity/v1/events';
import { endTrust, forgetDevices } from '../../accounts/factors/device-store.ts';
import { removeRefusal, resetRefusal } from '../../accounts/factors/factor-rules.ts';
import { domainError } from '../../errors.ts';
import { findStaffUser } from '../../staff/list-staff.ts';
import type { StaffUser } from '../../staff/staff-user.ts';
import {
  deleteFactor,
  deleteFactors,
  endSetup,
  listFactors,
  lockStaff,
  replaceCodes,
} from '../second-factor/factor-store.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from '../second-factor/recovery-codes.ts';
import {
  checkStaffPassword,
  findStaffAccount,
  mailChange,
  mustHaveFactor,
  ownAccount,
} from '../second-factor/staff-account.ts';

/**
 * Removes a factor of the signed-in account; with the last one also the recovery codes (C-O57).
 * Refuses with password_wrong, factor_not_found, last_factor or too_many_tries.
 */
export async function removeFactor(
  call: Call,
  { factorId, password }: { factorId: number; password: string },
): Promise<void> {
  const account = await ownAccount(call);
  await checkStaffPassword(call, account, password);
  const { id: userId } = account;
  await inTransaction(call, 'removeFactor', async (tx) => {
    await lockStaff(tx, userId);
    const factors = await listFactors(tx, userId);
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor) throw domainError('factor_not_found');
    const refusal = removeRefusal(factors, await mustHaveFactor(tx, account));
    if (refusal) throw refusal;
    await deleteFactor(tx, factorId);
    if (factors.length === 1) await replaceCodes(tx, userId, []);
    await endTrust(tx, userId);
    mailChange(tx, account, 'removed', account.realName);
    const change = { factorRemoved: factor.kind };
    tx.audit({ op: 'action', table: 'user', id: userId, change });
  });
}

/**
 * Creates ten new recovery codes of the signed-in account, and ends the old ones (C-O57); returns
 * them this once. Refuses with password_wrong, last_factor (there is no factor that they could
 * replace) or too_many_tries.
 */
export async function renewCodes(
  call: Call,
  { password }: { password: string },
): Promise<string[]> {
  const account = await ownAccount(call);
  await checkStaffPassword(call, account, password);
  const { id: userId } = account;
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map((code) => hashOfRecoveryCode(userId, code)));
  await inTransaction(call, 'renewCodes', async (tx) => {
    await lockStaff(tx, userId);
    if ((await listFactors(tx, userId)).length === 0) throw domainError('last_factor');
    await replaceCodes(tx, userId, hashes);
    const change = { recoveryCodes: 'made anew' };
    tx.audit({ op: 'action', table: 'user', id: userId, change });
  });
  return codes;
}

/** Forgets the devices on which who is signed in was remembered (C-O57). */
export async function forgetOwnDevices(call: Call): Promise<void> {
  const { id } = await ownAccount(call);
  await inTransaction(call, 'forgetDevices', async (tx) => {
    if ((await forgetDevices(tx, id)) === 0) return;
    tx.audit({ op: 'action', table: 'user', id, change: { devices: 'forgotten' } });
  });
}

/**
 * Ends all factors, codes, devices and sessions of another account (C-O58). Refuses with
 * user_not_found, not_own_account or forbidden.
 */
export async function resetFactors(
  call: Call,
  { userId, reason }: { userId: number; reason: string },
): Promise<StaffUser> {
  const account = await findStaffAccount(call.db, userId);
  if (!account) throw domainError('user_not_found');
  const refusal = resetRefusal(account, call.actor);
  if (refusal) throw refusal;
  const caller = await ownAccount(call);
  await inTransaction(call, 'resetFactors', async (tx) => {
    await lockStaff(tx, userId);
    await deleteFactors(tx, userId);
    await replaceCodes(tx, userId, []);
    await endSetup(tx, userId);
    await endTrust(tx, userId);
    tx.emit(StaffAccessChanged, { userId, roles: undefined }); // ends the sessions
    mailChange(tx, account, 'reset', caller.realName);
    tx.audit({ op: 'action', table: 'user', id: userId, change: { factors: 'reset', reason } });
  });
  const user = await findStaffUser(call.db, userId);
  if (!user) throw new Error(`staff user ${userId} is gone`);
  return user;
}
