import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import { refuse } from '../refuse.ts';

/**
 * A host as two ways to write it are the same: in lower case, without the port that its protocol
 * has anyway.
 */
function plainHost(host: string, protocol: string): string | null {
  const address = `${protocol}//${host}`;
  return /^[\w.:[\]-]{1,260}$/.test(host) && URL.canParse(address) ? new URL(address).host : null;
}

const nameOf = (host: string): string => new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '');
const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));

/**
 * Returns whether requests for a host are answered: the host of PUBLIC_URL and the configured extra
 * hosts. A portal on a developer's machine answers to localhost and to any address: another site
 * could point a name at it, but not an address.
 */
export function answeredHosts(
  publicUrl: URL,
  others: readonly string[],
): (host: string | undefined) => boolean {
  const { protocol } = publicUrl;
  const own = new Set([publicUrl.host, ...others.map((host) => plainHost(host, protocol) ?? host)]);
  const isOwnMachine = isLoopback(nameOf(publicUrl.host));
  return (request) => {
    const host = request === undefined ? null : plainHost(request, protocol);
    if (host === null) return false;
    return own.has(host) || (isOwnMachine && (isLoopback(nameOf(host)) || isIP(nameOf(host)) > 0));
  };
}

const hostsIn = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

/**
 * Refuses with `wrong_host` a request for another host, with several, or with none, and with
 * `malformed` one for a whole address.
 */
export const checkHost =
  (isAnswered: (host: string | undefined) => boolean): RequestHandler =>
  ({ headers, rawHeaders, url }, _response, next) => {
    if (!url.startsWith('/')) return next(refuse('malformed'));
    next(hostsIn(rawHeaders) === 1 && isAnswered(headers.host) ? undefined : refuse('wrong_host'));
  };
