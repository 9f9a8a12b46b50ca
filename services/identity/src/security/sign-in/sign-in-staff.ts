import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { StaffSignedIn } from '@portal/proto/identity/v1/events';
import { findDevice } from '../../accounts/factors/device-store.ts';
import { type Method, secondStepOf } from '../../accounts/factors/factor-rules.ts';
import { isPassword } from '../../accounts/passwords/password.ts';
import { limited, loginCount, refuseTooMany } from '../../accounts/records/tries.ts';
import { domainError } from '../../errors.ts';
import { readSettings } from '../../records/settings/setting-store.ts';
import { isFactorRequired } from '../../records/settings/settings-rules.ts';
import { newDeviceEmail } from '../second-factor/emails.ts';
import { countCodes, listFactors } from '../second-factor/factor-store.ts';
import { authenticationOptions } from '../second-factor/passkeys.ts';
import { keepPending } from '../second-factor/pending-store.ts';
import { findStaffLogin, noteStaffLogin, type StaffUser } from './store.ts';

interface SignIn {
  loginName: string;
  password: string;
  /**
   * Mark of a browser that signed in to this account before; its failed tries are counted apart.
   */
  browser?: string | null;
  /** The browser's description of itself: 'Chrome on Windows'. */
  device?: string | null;
  /** Tokens of accounts that this browser was remembered on. */
  remembered?: readonly string[];
}

/** A sign-in that waits for its second step, with its token. */
export interface WaitingSignIn {
  methods: Method[];
  /** For the browser's own dialog, where a passkey is one of them. */
  options: object | null;
  mustSetUp: boolean;
  pending: string;
}

/** Signed in, or what is to be done first. */
export type StaffSignIn =
  | { user: StaffUser; rememberedId: number | null }
  | { secondStep: WaitingSignIn };

/**
 * Checks login name and password of staff (C-S01, R-013), and whether a second step is needed
 * before they are signed in. Refuses with invalid_credentials, account_disabled or
 * too_many_tries.
 */
export async function signInStaff(
  call: Call,
  { loginName, password, browser = null, device = null, remembered = [] }: SignIn,
): Promise<StaffSignIn> {
  const count = loginCount('staff', loginName, browser);
  const { passwordHash, active, ...user } = await limited(call, count, async () => {
    const found = await findStaffLogin(call.db, loginName.trim());
    const isRight = await isPassword(password, found?.passwordHash ?? null);
    if (!found || !isRight)
      throw domainError('invalid_credentials', 'The user name or password is not correct.');
    return found;
  });
  // concurrent wrong guesses count against it
  await refuseTooMany(call, count);
  if (!active) throw domainError('account_disabled');

  const { db, now } = call;
  const [factors, codesLeft, rememberedId, settings] = await Promise.all([
    listFactors(db, user.id),
    countCodes(db, user.id),
    findDevice(db, { userId: user.id, tokens: remembered, now }),
    readSettings(db),
  ]);
  const step = secondStepOf({
    factors,
    codesLeft,
    isRemembered: rememberedId !== null,
    isRequired: isFactorRequired(user.roles, settings),
  });
  if (step.needed) {
    const { methods, mustSetUp } = step;
    const authentication = methods.includes('passkey')
      ? await authenticationOptions(factors)
      : { challenge: null, options: null };
    const pending = await inTransaction(call, 'waitForSecondStep', (tx) =>
      keepPending(tx, {
        userId: user.id,
        loginName: user.loginName,
        passwordHash,
        mustSetUp,
        challenge: authentication.challenge,
        now,
      }),
    );
    if (pending === null) throw versionConflict();
    return { secondStep: { methods, options: authentication.options, mustSetUp, pending } };
  }
  const actor = { ...call.actor, kind: 'staff', id: user.id, name: user.loginName } as const;
  await inTransaction({ ...call, actor }, 'signInStaff', (tx) =>
    noteSignIn(tx, user, { isNewDevice: browser === null, device }),
  );
  return { user, rememberedId };
}

/** The password was changed while it was looked at. */
const versionConflict = () =>
  domainError('invalid_credentials', 'The user name or password is not correct.');

/** Notes that staff signed in, and tells them where that was from a device that is not known. */
export async function noteSignIn(
  tx: Tx,
  { id, email, realName }: Pick<StaffUser, 'id' | 'email' | 'realName'>,
  { isNewDevice, device }: { isNewDevice: boolean; device: string | null },
): Promise<void> {
  await noteStaffLogin(tx, id, tx.now);
  tx.emit(StaffSignedIn, { userId: id });
  tx.audit({ op: 'action', table: 'user', id, change: { signedIn: true } });
  if (isNewDevice)
    tx.mail(
      newDeviceEmail({ to: email, realName, at: tx.now, device: device ?? 'an unknown browser' }),
    );
}
