import { type Account, can } from '@portal/access/can';
import { notAllowed } from '@portal/kit/auth/actor';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';

export const factorKinds = ['passkey', 'totp'] as const;
export type FactorKind = (typeof factorKinds)[number];
export const methods = [...factorKinds, 'recovery'] as const;
/** The ways to prove the second step. */
export type Method = (typeof methods)[number];

/** An account has at most so many of a kind. C-O56 */
const MOST: Readonly<Record<FactorKind, number>> = { passkey: 5, totp: 1 };
/** Wrong answers that end a pending sign-in. R-585 */
export const MAX_WRONG = 5;
/** Seconds that a sign-in waits for its second step, and a method for being set up. */
export const PENDING_SECONDS = 5 * 60;
/** */
export const REMEMBERED_SECONDS = 30 * 86_400;

export const isFactorKind = (kind: string): kind is FactorKind =>
  factorKinds.some((one) => one === kind);

interface Held {
  kind: string;
}

/** The second step that a sign-in with the right password needs. */
export type SecondStep =
  | { needed: false }
  /** `mustSetUp`: the role needs a factor and the account has none. */
  | { needed: true; mustSetUp: boolean; methods: Method[] };

/**
 * Tells whether a second step is needed: always for an account with a factor, unless the device is
 * remembered; an account of a role that must have a factor sets one up first.
 */
export function secondStepOf({
  factors,
  codesLeft,
  isRequired,
  isRemembered,
}: {
  factors: readonly Held[];
  codesLeft: number;
  isRequired: boolean;
  isRemembered: boolean;
}): SecondStep {
  if (factors.length === 0)
    return isRequired ? { needed: true, mustSetUp: true, methods: [] } : { needed: false };
  if (isRemembered) return { needed: false };
  const kinds = factorKinds.filter((kind) => factors.some((factor) => factor.kind === kind));
  return {
    needed: true,
    mustSetUp: false,
    methods: codesLeft > 0 ? [...kinds, 'recovery'] : kinds,
  };
}

/** Why no further factor of this kind is added; null: it may be. C-O56 */
export const addRefusal = (factors: readonly Held[], kind: FactorKind): DomainError | null =>
  factors.filter((factor) => factor.kind === kind).length < MOST[kind]
    ? null
    : domainError('too_many_factors');

/**
 * Returns why a factor is not removed; null: it may be. The last one may go if none is required.
 * C-O57
 */
export const removeRefusal = (factors: readonly Held[], isRequired: boolean): DomainError | null =>
  isRequired && factors.length <= 1 ? domainError('last_factor') : null;

/**
 * Returns why this caller does not reset the factors of an account; null: they may. Super admins
 * reset those of super admins, tech support those of all others, no caller their own. C-O58
 */
export function resetRefusal(
  account: { id: number; roles: readonly string[] },
  caller: Account & { id: number },
): DomainError | null {
  if (account.id === caller.id) return domainError('not_own_account');
  return mayReset(account, caller) ? null : notAllowed();
}

/** Whether the account is one of those that this caller resets, the own one apart. */
export function mayReset(account: { roles: readonly string[] }, caller: Account): boolean {
  const isSuperAdmin = can({ kind: 'staff', roles: account.roles }, 'super_admin.grant');
  return can(caller, isSuperAdmin ? 'super_admin.grant' : 'user.edit');
}
