import { steadyNow } from '@portal/kit/steady-clock';
import type { Request, Response } from 'express';
import type { AppContext } from '../app-context.ts';
import { refuse } from '../http/refuse.ts';
import { clearSessionCookies, readCookie, setSessionCookies } from '../http/session/cookies.ts';
import { deviceOf } from '../http/session/device.ts';
import { sendSessionHeader } from '../http/session/session-header.ts';
import { idleMillis, type Session } from '../http/session/sessions.ts';

interface Exchange {
  request: Request;
  response: Response;
}

/** Where a session of staff is, as its owner sees it. */
interface StaffPlace {
  address?: string;
  rememberedId?: number | undefined;
}

/**
 * Starts a new session under a new id and ends the former session of this browser. `signInBegan`:
 * when the sign-in began.
 */
export async function startSession(
  account: Omit<Session, 'startedAt'>,
  signInBegan: Date,
  { request, response, address, rememberedId }: Exchange & StaffPlace,
  { sessions, cookies }: AppContext,
): Promise<void> {
  const before = readCookie(request, 'sid');
  if (before) await sessions.end(before);
  const device = deviceOf(request.get('user-agent'));
  const place = account.kind === 'staff' ? { ip: address, rememberedId } : {};
  const sid = await sessions.start({ ...account, device, ...place }, signInBegan);
  sendSessionHeader(response, { ...account, startedAt: steadyNow().getTime() });
  setSessionCookies(response, cookies, sid, {
    roles: account.roles,
    lifeMs: idleMillis[account.kind],
  });
}

/**
 * Ends every session of the account that this browser is signed in to, and takes the cookies away;
 * without a session only the latter.
 */
export async function signOut(
  kind: Session['kind'],
  { request, response }: Exchange,
  { sessions, cookies }: AppContext,
): Promise<{ loggedOut: true }> {
  const sid = readCookie(request, 'sid');
  const session = sid ? await sessions.read(sid) : null;
  if (session && session.kind !== kind) throw refuse('forbidden');
  if (session) await sessions.endAll(session);
  clearSessionCookies(response, cookies);
  return { loggedOut: true };
}

/**
 * Ends the sessions of an account that lost its unconfirmed address to the owner of the mailbox.
 */
export async function endSessionsOfLoser(
  studentId: number | undefined,
  { sessions }: Pick<AppContext, 'sessions'>,
): Promise<void> {
  if (studentId !== undefined) await sessions.endAll({ kind: 'student', id: studentId });
}
