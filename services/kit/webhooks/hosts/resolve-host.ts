import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLocalAddress, isPublicAddress } from './public-address.ts';
import { type AddressRules, hostOf, localhostAddresses, mayBeLocal } from './webhook-url.ts';

/** Gives the addresses of a name; throws where it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;

/**
 * Asks DNS itself, within seconds: no search domains, no /etc/hosts, and no thread of the pool that
 * a slow server would keep. `servers` are those of the system unless they are given.
 */
export function dnsResolve(servers?: readonly string[]): Resolve {
  return async (host) => {
    // of now: a system's servers may change
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const lookUps = [resolver.resolve4(host), resolver.resolve6(host)];
    const answers = await Promise.allSettled(lookUps);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (found.length === 0) throw first?.status === 'rejected' ? first.reason : new Error('none');
    return found;
  };
}

export interface ResolvedRules extends AddressRules {
  resolve: Resolve;
  /** Returns whether an address is public; another rule only in tests. */
  isPublic?: (address: string) => boolean;
}

/** The host of an address is none that webhooks may go to, or has no address. */
export class AddressNotAllowed extends Error {}

/**
 * The IP addresses that may be connected to for this URL: every one is public, or local where
 * `localHosts` names the host. Throws AddressNotAllowed when one is not, or when the name
 * has none.
 */
export async function allowedAddresses(
  url: URL,
  { resolve, isPublic = isPublicAddress, ...rules }: ResolvedRules,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const isNamed = mayBeLocal(host, rules);
  const isAllowed = (address: string) => isPublic(address) || (isNamed && isLocalAddress(address));
  const checked = (found: readonly string[]): readonly string[] => {
    if (found.every(isAllowed)) return found;
    throw new AddressNotAllowed('The address is not public.');
  };
  if (isIP(host) !== 0) return checked([host]);
  if (isNamed && host === 'localhost') return localhostAddresses(rules);
  const addresses = await resolve(host).catch(() => {
    throw new AddressNotAllowed('The name of the address was not found.');
  });
  return checked(addresses);
}
