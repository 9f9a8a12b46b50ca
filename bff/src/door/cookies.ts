import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

const eightHours = 8 * 60 * 60;
const proofSeconds = 15 * 60;
const botProofSeconds = 10 * 60;

/** The cookies of the portal. `sid` is the session, `pwreset` the proof for setting a password, `botcheck` that of a passed bot check; the other two only steer the page. */
export type CookieName = 'sid' | 'isLoggedIn' | 'roles' | 'pwreset' | 'botcheck';

export interface CookieSettings {
  /** Served over https: cookies are sent only there. */
  secure: boolean;
}

/** The value of a cookie; undefined when it is absent, or empty. */
export function readCookie(request: Request, name: CookieName): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : parseCookie(header)[name] || undefined;
}

function setCookie(response: Response, { secure }: CookieSettings, name: CookieName, value: string, maxAge: number): void {
  const httpOnly = name !== 'isLoggedIn' && name !== 'roles';
  response.append('Set-Cookie', stringifySetCookie({ name, value, path: '/', sameSite: 'lax', httpOnly, secure, maxAge }));
}

/** The session and the two readable hints that go with it. */
export function setSessionCookies(response: Response, settings: CookieSettings, sid: string, roles: readonly string[]): void {
  setCookie(response, settings, 'sid', sid, eightHours);
  setCookie(response, settings, 'isLoggedIn', '1', eightHours);
  setCookie(response, settings, 'roles', roles.join(','), eightHours);
}

export function clearSessionCookies(response: Response, settings: CookieSettings): void {
  for (const name of ['sid', 'isLoggedIn', 'roles'] as const) setCookie(response, settings, name, '', 0);
}

/** The proof that a link for a password was opened in this browser; good for 15 minutes. */
export const setProofCookie = (response: Response, settings: CookieSettings, proof: string): void =>
  setCookie(response, settings, 'pwreset', proof, proofSeconds);

export const clearProofCookie = (response: Response, settings: CookieSettings): void => setCookie(response, settings, 'pwreset', '', 0);

/** The proof that the bot check was passed in this browser; good for one sign-up within 10 minutes. */
export const setBotProofCookie = (response: Response, settings: CookieSettings, proof: string): void =>
  setCookie(response, settings, 'botcheck', proof, botProofSeconds);
