import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../refuse.ts';

const hostOf = (origin: string): string | null =>
  URL.canParse(origin) ? new URL(origin).host : null;

/**
 * Refuses with `cross_site` when a browser says that a changing call comes from another site. Calls
 * without these headers (a script) pass: they carry no cookies of a person who visits a page.
 * `publicHost` is the portal's own host; the host of the request is as good.
 */
export function checkOrigin(headers: IncomingHttpHeaders, publicHost: string): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw refuse('cross_site');
  const { origin } = headers;
  if (origin === undefined) return;
  const host = hostOf(origin);
  if (host === null || (host !== publicHost && host !== headers.host)) throw refuse('cross_site');
}
