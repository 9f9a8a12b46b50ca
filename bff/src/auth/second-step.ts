import type * as auth from '@portal/contract/students/auth';
import { DomainError } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { SecondStep, StaffUser } from '@portal/proto/identity/v1/accounts';
import type { Request, Response } from 'express';
import type { AppContext } from '../app-context.ts';
import { actorOf } from '../http/session/caller.ts';
import { clearPendingCookie, readCookie, setPendingCookie } from '../http/session/cookies.ts';
import type { Login } from '../http/session/known-browsers.ts';
import { rememberBrowser } from './browser-cookie.ts';
import { startSession } from './signing-in.ts';

export const staffLogin = ({ loginName }: { loginName: string }): Login => ({
  kind: 'staff',
  name: loginName,
});

/** Leaves in the browser what the second step goes by; no session begins before it. */
export function askSecondStep(
  { pending, methods, optionsJson, mustSetUp }: SecondStep,
  response: Response,
  { cookies }: AppContext,
) {
  setPendingCookie(response, cookies, pending);
  const options = optionsJson === '' ? null : (JSON.parse(optionsJson) as Record<string, unknown>);
  return { secondFactor: { methods: methods as auth.SecondFactorMethod[], options, mustSetUp } };
}

/** The sign-in that waits in this browser. Refuses with pending_over. */
export function pendingOf(request: Request): string {
  const pending = readCookie(request, 'pending');
  if (!pending) throw new DomainError(401, 'pending_over', 'Please sign in again.');
  return pending;
}

/**
 * Returns the account whose sign-in is pending, as its token says; null without one. Reliable for
 * counting tries: identity does not know a token with another name.
 */
export function waitingLogin(request: Request): Login | null {
  const [, name] = (readCookie(request, 'pending') ?? '').split('.');
  return name ? staffLogin({ loginName: Buffer.from(name, 'base64url').toString() }) : null;
}

interface Exchange {
  by: CallOptions;
  request: Request;
  response: Response;
  address: string;
  rememberedId: number | undefined;
}

/** Begins the session of staff who proved all that they had to, and says whose it is. */
export async function staffSession(
  user: StaffUser | undefined,
  signInBegan: Date,
  { by, ...exchange }: Exchange,
  context: AppContext,
) {
  if (!user) throw new Error('signed in without a user');
  const { id, loginName, realName, email, schoolId = null } = user;
  const roles = user.roles as auth.StaffUser['roles'];
  const account = { kind: 'staff' as const, id, roles, schoolId, name: loginName };
  await startSession(account, signInBegan, exchange, context);
  rememberBrowser(staffLogin(user), exchange, context);
  if (readCookie(exchange.request, 'pending'))
    clearPendingCookie(exchange.response, context.cookies);
  const schoolName = await context.catalogue.schoolNames.of(schoolId, {
    ...by,
    actor: actorOf(account, undefined),
  });
  return { user: { id, loginName, realName, email, roles, schoolId, schoolName } };
}
