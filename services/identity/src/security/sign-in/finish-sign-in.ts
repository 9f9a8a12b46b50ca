import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { rememberDevice } from '../../accounts/factors/device-store.ts';
import { MAX_WRONG, type Method } from '../../accounts/factors/factor-rules.ts';
import {
  countFailedTry,
  limited,
  loginCount,
  refuseTooMany,
  secondFactorCount,
} from '../../accounts/records/tries.ts';
import { domainError } from '../../errors.ts';
import {
  consumeCode,
  countCodes,
  type Factor,
  listFactors,
  lockStaff,
  noteSignature,
  useStep,
} from '../second-factor/factor-store.ts';
import { credentialIdOf, usedPasskey } from '../second-factor/passkeys.ts';
import {
  countWrong,
  endPending,
  findPending,
  lockPending,
  type PendingSignIn,
} from '../second-factor/pending-store.ts';
import { hashOfRecoveryCode, readRecoveryCode } from '../second-factor/recovery-codes.ts';
import { unseal } from '../second-factor/seal.ts';
import { findStaffAccount, mailChange, type StaffAccount } from '../second-factor/staff-account.ts';
import { stepOf } from '../second-factor/totp.ts';
import { noteSignIn } from './sign-in-staff.ts';
import type { StaffUser } from './store.ts';

/** The proof of the second step. */
interface Proof {
  method: Method;
  /** Of a passkey: the browser's response, JSON. */
  response: string;
  code: string;
}

export interface FinishSignIn extends Proof {
  pending: string;
  /** Skip the second step in this browser for 30 days. */
  remember: boolean;
  browser: string | null;
  device: string | null;
}

interface Finished {
  user: StaffUser;
  /** The device that is remembered from now on. */
  remembered: { id: number; token: string } | null;
}

/**
 * Ends a sign-in that waits for its second step (C-O54). Wrong answers count with wrong passwords,
 * and five end the sign-in. Refuses with pending_over, code_wrong or too_many_tries.
 */
export async function finishSignIn(call: Call, wish: FinishSignIn): Promise<Finished> {
  const waiting = await findPending(call.db, wish.pending, call.now);
  if (!waiting) throw domainError('pending_over');
  const { userId, loginName } = waiting;
  // hashed before, so that no lock waits for it
  const typed = wish.method === 'recovery' ? readRecoveryCode(wish.code) : null;
  const codeHash = typed === null ? null : await hashOfRecoveryCode(userId, typed);
  const actor = { ...call.actor, kind: 'staff', id: userId, name: loginName } as const;
  return limited(call, loginCount('staff', loginName, wish.browser), async () => {
    const done = await inTransaction({ ...call, actor }, 'finishSignIn', (tx) =>
      finish(tx, wish, codeHash),
    );
    if (done === null) throw domainError('code_wrong');
    return done;
  });
}

/** Null: the answer was wrong, which the sign-in has counted. */
async function finish(
  tx: Tx,
  wish: FinishSignIn,
  codeHash: Buffer | null,
): Promise<Finished | null> {
  const pending = await lockPending(tx, wish.pending, tx.now);
  if (!pending) throw domainError('pending_over');
  const { userId } = pending;
  await lockStaff(tx, userId);
  const account = await findStaffAccount(tx, userId);
  if (!account?.active) throw domainError('pending_over');
  // counted while the account is held: of answers at once to several sign-ins none slips through
  const count = secondFactorCount(userId);
  await refuseTooMany({ db: tx, now: tx.now }, count);
  const isRight = await isProof(tx, { account, pending, codeHash }, wish);
  if (!isRight) {
    await countFailedTry(tx, count, tx.now);
    await countWrong(tx, pending.hash, MAX_WRONG);
    return null;
  }
  await endPending(tx, pending.hash);
  const remembered = wish.remember ? await rememberDevice(tx, userId, tx.now) : null;
  await noteSignIn(tx, account, { isNewDevice: wish.browser === null, device: wish.device });
  const { passwordHash: _, active: __, ...user } = account;
  return { user, remembered };
}

interface Tried {
  account: StaffAccount;
  pending: PendingSignIn;
  codeHash: Buffer | null;
}

/** Whether the answer proves the second step; it is used up then. R-584 */
async function isProof(tx: Tx, tried: Tried, { method, ...answer }: Proof): Promise<boolean> {
  const { account, codeHash } = tried;
  if (method === 'recovery')
    return codeHash !== null && (await isUnusedCode(tx, account, codeHash));
  const factors = (await listFactors(tx, account.id)).filter(({ kind }) => kind === method);
  return method === 'totp'
    ? isCodeOfApp(tx, factors[0], answer.code)
    : isPasskey(tx, factors, { response: answer.response, challenge: tried.pending.challenge });
}

async function isUnusedCode(tx: Tx, account: StaffAccount, hash: Buffer): Promise<boolean> {
  if (!(await consumeCode(tx, { userId: account.id, hash, now: tx.now }))) return false;
  const codesLeft = await countCodes(tx, account.id);
  mailChange(tx, account, { codesLeft }, account.realName);
  const change = { recoveryCode: 'used', codesLeft };
  tx.audit({ op: 'action', table: 'user', id: account.id, change });
  return true;
}

async function isCodeOfApp(tx: Tx, app: Factor | undefined, code: string): Promise<boolean> {
  if (!app || app.secret === null) return false;
  const { id, userId, lastStep } = app;
  const step = stepOf(code, unseal(userId, app.secret), { lastStep, now: tx.now });
  return step !== null && (await useStep(tx, { id, step, now: tx.now }));
}

async function isPasskey(
  tx: Tx,
  passkeys: readonly Factor[],
  { response, challenge }: { response: string; challenge: string | null },
): Promise<boolean> {
  const named = credentialIdOf(response);
  const passkey = passkeys.find(({ credentialId }) => credentialId === named);
  if (!passkey || challenge === null) return false;
  const signCount = await usedPasskey(response, challenge, passkey);
  if (signCount === null) return false;
  await noteSignature(tx, { id: passkey.id, signCount, now: tx.now });
  return true;
}
