import type { CallSpec } from '@portal/contract/call';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

const aYear = 365 * 24 * 60 * 60;
const eightHours = 8 * 60 * 60;
const proofSeconds = 15 * 60;
const botProofSeconds = 10 * 60;
const pendingSeconds = 5 * 60;
const rememberedSeconds = 30 * 24 * 60 * 60;

/**
 * The cookies of the portal. `sid` is the session, `pwreset` the proof for setting a password,
 * `botcheck` that of a passed bot check, `known` the marks of a browser that signed in before,
 * `pending` a sign-in that waits for its second step, `remembered` the accounts for which this
 * browser needs no second step, `place` a place in the queue of a full portal. The others only
 * steer the page; `lang` is its language.
 */
export type CookieName =
  | 'sid'
  | 'isLoggedIn'
  | 'roles'
  | 'pwreset'
  | 'botcheck'
  | 'known'
  | 'pending'
  | 'remembered'
  | 'place'
  | 'lang';

export interface CookieSettings {
  /** Served over https: cookies are sent only there. */
  secure: boolean;
}

/** Setting of the app: whether cookies have the prefix of their host, as the settings say. */
export const HOST_COOKIES = 'host cookies';

/** Read or set by the page itself. */
const isHint = (name: CookieName): boolean =>
  name === 'isLoggedIn' || name === 'roles' || name === 'lang';
/**
 * The name in the browser. Over https no subdomain and no page without TLS can put a cookie under a
 * name with this prefix. The hints keep theirs: the page reads them, and they grant nothing.
 */
const sentName = (name: CookieName, isSecure: boolean): string =>
  isSecure && !isHint(name) ? `__Host-${name}` : name;

/** The value of a cookie; undefined when it is absent, or empty. */
export function readCookie(request: Request, name: CookieName): string | undefined {
  const header = request.headers.cookie;
  const sent = sentName(name, request.app.get(HOST_COOKIES) === true);
  return header === undefined ? undefined : parseCookie(header)[sent] || undefined;
}

function setCookie(
  response: Response,
  { secure }: CookieSettings,
  name: CookieName,
  value: string,
  maxAge: number,
): void {
  const [sent, httpOnly] = [sentName(name, secure), !isHint(name)];
  response.append(
    'Set-Cookie',
    stringifySetCookie({ name: sent, value, path: '/', sameSite: 'lax', httpOnly, secure, maxAge }),
  );
}

/**
 * Sets a cookie that proves something. Throws where a keyed call does not say what its replay gets
 * (`replay` of the contract), so that no replay issues a credential unnoticed.
 */
function setCredential(
  response: Response,
  settings: CookieSettings,
  name: CookieName,
  value: string,
  maxAge: number,
): void {
  const call = response.locals.call as CallSpec | undefined;
  if (call?.keyed && call.replay === undefined)
    throw new Error(`${call.path} sets ${name} and does not say what a replay gets`);
  setCookie(response, settings, name, value, maxAge);
}

/** The session and the two readable hints, which end with it: `lifeMs` after its last use. */
export function setSessionCookies(
  response: Response,
  settings: CookieSettings,
  sid: string,
  { roles, lifeMs }: { roles: readonly string[]; lifeMs: number },
): void {
  setCredential(response, settings, 'sid', sid, eightHours);
  setHintCookies(response, settings, { roles, lifeMs });
}

/** The hints alone, when the session's end was put off to `lifeMs` from now. */
export function setHintCookies(
  response: Response,
  settings: CookieSettings,
  { roles, lifeMs }: { roles: readonly string[]; lifeMs: number },
): void {
  const seconds = Math.floor(lifeMs / 1000);
  setCookie(response, settings, 'isLoggedIn', '1', seconds);
  setCookie(response, settings, 'roles', roles.join(','), seconds);
}

export function clearSessionCookies(response: Response, settings: CookieSettings): void {
  for (const name of ['sid', 'isLoggedIn', 'roles'] as const)
    setCookie(response, settings, name, '', 0);
}

/** The proof that a link for a password was opened in this browser; good for 15 minutes. */
export const setProofCookie = (response: Response, settings: CookieSettings, proof: string): void =>
  setCredential(response, settings, 'pwreset', proof, proofSeconds);

export const clearProofCookie = (response: Response, settings: CookieSettings): void =>
  setCookie(response, settings, 'pwreset', '', 0);

/**
 * The proof that the bot check was passed in this browser; good for one sign-up within 10 minutes.
 */
export const setBotProofCookie = (
  response: Response,
  settings: CookieSettings,
  proof: string,
): void => setCredential(response, settings, 'botcheck', proof, botProofSeconds);

/** The language that was chosen in this browser; undefined where none was. */
export function chosenLanguage(request: Request): 'en' | 'he' | undefined {
  const chosen = readCookie(request, 'lang');
  return chosen === 'en' || chosen === 'he' ? chosen : undefined;
}

/** The language of the pages from now on. */
export const setLanguageCookie = (
  response: Response,
  settings: CookieSettings,
  language: string,
): void => setCookie(response, settings, 'lang', language, aYear);

/** A place in the queue, or the word that an account signed in here today. */
export const setPlaceCookie = (
  response: Response,
  settings: CookieSettings,
  place: string,
  lifeMs: number,
): void => setCookie(response, settings, 'place', place, Math.floor(lifeMs / 1000));

/** The marks of a browser that signed in; they stay when the session ends. */
export const setKnownBrowserCookie = (
  response: Response,
  settings: CookieSettings,
  marks: string,
  lifeSeconds: number,
): void => setCredential(response, settings, 'known', marks, lifeSeconds);

/** A sign-in of staff that waits for its second step; good for 5 minutes. */
export const setPendingCookie = (
  response: Response,
  settings: CookieSettings,
  token: string,
): void => setCredential(response, settings, 'pending', token, pendingSeconds);

export const clearPendingCookie = (response: Response, settings: CookieSettings): void =>
  setCookie(response, settings, 'pending', '', 0);

/** 256 random bits, as identity makes them. */
const rememberedToken = /^[\w-]{43}$/;
/** A computer of an office has more than one account. */
const MAX_REMEMBERED = 5;

/** The tokens of accounts that this browser is remembered on, the newest first. */
export const readRemembered = (request: Request): string[] =>
  (readCookie(request, 'remembered') ?? '')
    .split('~', MAX_REMEMBERED)
    .filter((token) => rememberedToken.test(token));

/** Adds the token of an account that this browser is remembered on. */
export const addRememberedCookie = (
  request: Request,
  response: Response,
  settings: CookieSettings,
  token: string,
): void =>
  setCredential(
    response,
    settings,
    'remembered',
    [token, ...readRemembered(request)].slice(0, MAX_REMEMBERED).join('~'),
    rememberedSeconds,
  );
