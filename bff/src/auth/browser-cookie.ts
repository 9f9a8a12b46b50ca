import type { Request, Response } from 'express';
import type { AppContext } from '../app-context.ts';
import { readCookie, setKnownBrowserCookie } from '../http/session/cookies.ts';
import type { Login } from '../http/session/known-browsers.ts';

/**
 * The mark of the browser that asks, at this account; null when it has not signed in there lately.
 */
export const markOfBrowser = (
  login: Login,
  request: Request,
  { knownBrowsers }: Pick<AppContext, 'knownBrowsers'>,
): string | null => knownBrowsers.markOf(readCookie(request, 'known'), login);

/** Leaves in the browser that it signed in to this account. */
export function rememberBrowser(
  login: Login,
  { request, response }: { request: Request; response: Response },
  { knownBrowsers, cookies }: Pick<AppContext, 'knownBrowsers' | 'cookies'>,
): void {
  setKnownBrowserCookie(
    response,
    cookies,
    knownBrowsers.remember(readCookie(request, 'known'), login),
    knownBrowsers.lifeSeconds,
  );
}
