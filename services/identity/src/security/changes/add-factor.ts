import { plusSeconds } from '@portal/kit/clock';
import { type Call, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { failpoint } from '@portal/kit/jobs/failpoints';
import { endTrust } from '../../accounts/factors/device-store.ts';
import {
  addRefusal,
  type FactorKind,
  MAX_WRONG,
  PENDING_SECONDS,
} from '../../accounts/factors/factor-rules.ts';
import { counted, refuseTooMany, secondFactorCount } from '../../accounts/records/tries.ts';
import { domainError } from '../../errors.ts';
import {
  endSetup,
  type FactorSetup,
  findSetup,
  insertApp,
  insertPasskey,
  keepSetup,
  listFactors,
  lockStaff,
  replaceCodes,
} from '../second-factor/factor-store.ts';
import { madePasskey, registrationOptions } from '../second-factor/passkeys.ts';
import { countWrong, findPending, loginNameOf } from '../second-factor/pending-store.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { seal, unseal } from '../second-factor/seal.ts';
import {
  checkStaffPassword,
  findStaffAccount,
  findStaffByLogin,
  mailChange,
  ownAccount,
  type StaffAccount,
} from '../second-factor/staff-account.ts';
import { newTotpSecret, setupOf, stepOf } from '../second-factor/totp.ts';
import { noteSignIn } from '../sign-in/sign-in-staff.ts';

/** The account that adds a factor: the signed-in one, or one whose sign-in waits for it. */
interface Adding {
  account: StaffAccount;
  /** Of the sign-in that waits; null: signed in. */
  pending: Buffer | null;
}

/**
 * By the session, or by a sign-in that must set up a factor first. Refuses with pending_over whose
 * sign-in is over, or waits for a factor that is there.
 */
async function whoAdds(call: Call, token: string | null): Promise<Adding> {
  if (call.actor.kind === 'staff') return { account: await ownAccount(call), pending: null };
  const pending = token === null ? undefined : await findPending(call.db, token, call.now);
  const account = pending && (await findStaffAccount(call.db, pending.userId));
  if (!pending?.mustSetUp || !account?.active) throw domainError('pending_over');
  return { account, pending: pending.hash };
}

const defaultName: Readonly<Record<FactorKind, string>> = {
  passkey: 'Passkey',
  totp: 'Authenticator app',
};

export interface BeginFactor {
  kind: FactorKind;
  /** Empty: named after its kind. */
  name: string;
  /** Of the signed-in account. */
  password: string | null;
  pending: string | null;
}

/** The data that a browser or an app needs. */
export interface Begun {
  /** Of a passkey. */
  options?: object;
  /** Of an app. */
  app?: { secret: string; otpauth: string };
}

/**
 * Begins adding a passkey or an app (C-O56). Refuses with pending_over, password_wrong,
 * too_many_factors or too_many_tries.
 */
export async function beginFactor(
  call: Call,
  { kind, name, password, pending }: BeginFactor,
): Promise<Begun> {
  const { account, pending: waiting } = await whoAdds(call, pending);
  if (waiting === null) await checkStaffPassword(call, account, password ?? '');
  const factors = await listFactors(call.db, account.id);
  const refusal = addRefusal(factors, kind);
  if (refusal) throw refusal;
  const { id: userId } = account;
  const setup = {
    userId,
    kind,
    name: name === '' ? defaultName[kind] : name,
    expiresAt: plusSeconds(call.now, PENDING_SECONDS),
  };
  if (kind === 'passkey') {
    const { challenge, options } = await registrationOptions(account, factors);
    await keepSetup(call.db, { ...setup, challenge, secret: null });
    return { options };
  }
  const secret = newTotpSecret();
  await keepSetup(call.db, { ...setup, challenge: null, secret: seal(userId, secret) });
  return { app: setupOf(secret, account.loginName) };
}

export interface FinishFactor {
  kind: FactorKind;
  /** JSON of a passkey. */
  response: string;
  /** Of an app. */
  code: string;
  pending: string | null;
  /** Mark of a browser that signed in to the account before, and its own description. */
  browser: string | null;
  device: string | null;
}

export interface Finished {
  account: StaffAccount;
  /** With the first factor. */
  recoveryCodes: string[];
  /** It was what a sign-in waited for: they are signed in now. */
  signsIn: boolean;
}

/**
 * Adds a factor that its first proof confirms (C-O56). With the first factor ten recovery codes are
 * made and returned. Ends remembered devices and other pending sign-ins. A replay throws
 * already_set_up, so that a used set-up opens no session and makes no codes. Throws pending_over,
 * code_wrong, too_many_factors or too_many_tries.
 */
export async function finishFactor(call: Call, wish: FinishFactor): Promise<Finished> {
  const account = await finishingAccount(call, wish.pending);
  const { id, loginName: name } = account;
  const actor =
    wish.pending === null ? call.actor : ({ ...call.actor, kind: 'staff', id, name } as const);
  const own: Call = { ...call, actor };
  const count = secondFactorCount(id);
  return counted(call, count, async () => {
    let codes: string[] = [];
    const ask = async () => {
      const { account: adding, pending } = await whoAdds(call, wish.pending);
      if (adding.id !== id) throw domainError('pending_over');
      await refuseTooMany(call, count);
      // hashed before, so that no lock waits for it
      const made = await hashedCodes(id);
      codes = made.codes;
      return { pending, hashes: made.hashes };
    };
    // the request is the proof alone: a replay may come by the session that the first one opened
    const { kind, response, code } = wish;
    const input = { kind, response, code };
    try {
      const added = await commandWithPrefetch(
        own,
        { name: 'finishFactor', input, ask, onReplay: refuseReplay },
        (tx, { pending, hashes }) => add(tx, account, wish, hashes, pending),
      );
      await failpoint('finishFactor.done');
      if (added === null) throw domainError('code_wrong');
      const recoveryCodes = added.isFirst ? codes : [];
      return { account, recoveryCodes, signsIn: wish.pending !== null };
    } catch (error) {
      // a passkey of another account, or a second app that was added at the same time
      if (isDuplicate(error, 'staff_factor_credential')) throw domainError('code_wrong');
      if (isDuplicate(error, 'staff_factor_app')) throw domainError('too_many_factors');
      throw error;
    }
  });
}

type Added = { isFirst: boolean } | null;

/** Repeats the refusal of a wrong proof. Throws already_set_up once the factor was added. */
function refuseReplay(first: Added): Added {
  if (first !== null) throw domainError('already_set_up');
  return first;
}

async function hashedCodes(userId: number): Promise<{ codes: string[]; hashes: Buffer[] }> {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map((code) => hashOfRecoveryCode(userId, code)));
  return { codes, hashes };
}

/**
 * Returns the account that finishes. A sign-in that waited for the factor is over once the factor
 * exists: the account is then the one that the token names, which alone opens nothing. Refuses with
 * pending_over.
 */
async function finishingAccount(call: Call, token: string | null): Promise<StaffAccount> {
  if (call.actor.kind === 'staff') return ownAccount(call);
  const named = token === null ? undefined : await findStaffByLogin(call.db, loginNameOf(token));
  if (!named?.active) throw domainError('pending_over');
  return named;
}

/** Null: the answer was wrong; the sign-in that waits has counted it. */
async function add(
  tx: Tx,
  account: StaffAccount,
  wish: FinishFactor,
  hashes: Buffer[],
  pending: Buffer | null,
): Promise<Added> {
  const { id: userId } = account;
  await lockStaff(tx, userId);
  const factors = await listFactors(tx, userId);
  // a person who set up a factor in another window signs in by it
  if (pending !== null && factors.length > 0) throw domainError('pending_over');
  const setup = await findSetup(tx, userId, tx.now);
  const isAdded = setup?.kind === wish.kind && (await addOf(tx, setup, wish));
  if (!isAdded) {
    if (pending !== null) await countWrong(tx, pending, MAX_WRONG);
    return null;
  }
  const refusal = addRefusal(factors, wish.kind);
  if (refusal) throw refusal;
  const isFirst = factors.length === 0;
  if (isFirst) await replaceCodes(tx, userId, hashes);
  await endSetup(tx, userId);
  await endTrust(tx, userId);
  mailChange(tx, account, wish.kind, account.realName);
  tx.audit({ op: 'action', table: 'user', id: userId, change: { factorAdded: wish.kind } });
  if (pending !== null)
    await noteSignIn(tx, account, { isNewDevice: wish.browser === null, device: wish.device });
  return { isFirst };
}

/** Adds what was set up if the answer proves it. */
async function addOf(
  tx: Tx,
  { userId, kind, name, challenge, secret }: FactorSetup,
  { response, code }: FinishFactor,
): Promise<boolean> {
  const factor = { userId, name, addedAt: tx.now };
  if (kind === 'passkey') {
    const passkey = challenge === null ? null : await madePasskey(response, challenge);
    if (passkey) await insertPasskey(tx, factor, passkey);
    return passkey !== null;
  }
  const step =
    secret === null ? null : stepOf(code, unseal(userId, secret), { lastStep: null, now: tx.now });
  if (secret !== null && step !== null) await insertApp(tx, factor, { secret, lastStep: step });
  return step !== null;
}
