import type { Request, Response } from 'express';
import { clearSessionCookies, readCookie, setSessionCookies } from '../door/cookies.ts';
import { refuse } from '../door/refuse.ts';
import type { Session } from '../door/sessions.ts';
import type { Parts } from '../parts.ts';

interface Exchange {
  request: Request;
  response: Response;
}

/** Starts a new session under a new id; the one that this browser had is over. `asked`: when the sign-in began. */
export async function startSession(
  account: Omit<Session, 'startedAt'>,
  asked: Date,
  { request, response }: Exchange,
  { sessions, cookies }: Parts,
): Promise<void> {
  const before = readCookie(request, 'sid');
  if (before) await sessions.end(before);
  setSessionCookies(response, cookies, await sessions.start(account, asked), account.roles);
}

/** Ends every session of the account that this browser is signed in to, and takes the cookies away; without a session only the latter. */
export async function signOut(
  kind: Session['kind'],
  { request, response }: Exchange,
  { sessions, cookies }: Parts,
): Promise<{ loggedOut: true }> {
  const sid = readCookie(request, 'sid');
  const session = sid ? await sessions.read(sid) : null;
  if (session && session.kind !== kind) throw refuse('forbidden');
  if (session) await sessions.endAll(session);
  clearSessionCookies(response, cookies);
  return { loggedOut: true };
}
