import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const MAX_LENGTH = 500;
/**
 * Names that never belong to hosts of the internet, even if our resolver knows them (RFC 6761,
 * 6762, 7686).
 */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|intranet|home\.arpa|onion|test|invalid)$/;

/** Exceptions from the rules for receivers of webhooks. */
export interface AddressRules {
  /** Hosts that may have plain HTTP, any port and a local address: for development alone. */
  localHosts: readonly string[];
}

/**
 * The loopback addresses of `localhost` (RFC 6761): the configured ones. Resolvers do not know it.
 */
export const localhostAddresses = ({ localHosts }: AddressRules): string[] =>
  ['127.0.0.1', '::1'].filter((address) => localHosts.includes(address));

/** Whether a host may be local: it is named, or it is `localhost` and its addresses are. */
export const mayBeLocal = (host: string, rules: AddressRules): boolean =>
  rules.localHosts.includes(host) || (host === 'localhost' && localhostAddresses(rules).length > 0);

/** The host of an address, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Returns the URL of an address to which webhooks may be sent, judged by its text, or null:
 * https, port 443, no user part, and a name or a public IP address. The addresses of the name must
 * be checked as well. Parses it as the connecting code does (WHATWG), so numbers of any notation
 * are plain addresses here.
 */
export function webhookUrl(text: string, rules: AddressRules): URL | null {
  // a browser would pass these over, others would not
  if (text.length > MAX_LENGTH || /[\s\\]/.test(text) || hasControls(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return null;
  // an empty user part is none for URL, and one for others
  if (/^[a-z]+:\/*[^/?#]*@/i.test(text)) return null;
  const host = hostOf(url);
  if (host === '') return null;
  if (mayBeLocal(host, rules))
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  if (url.protocol !== 'https:' || url.port !== '') return null;
  if (isIP(host) !== 0) return isPublicAddress(host) ? url : null;
  // a trailing dot makes another name of it for certificates; a name without a dot is of one's own
  // network
  if (host.endsWith('.') || !host.includes('.') || LOCAL_NAMES.test(host)) return null;
  return url;
}

const hasControls = (text: string): boolean =>
  [...text].some((character) => character.charCodeAt(0) < 0x20 || character === '\u007f');
