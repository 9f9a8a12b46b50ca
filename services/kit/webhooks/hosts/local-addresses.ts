import { z } from 'zod';
import { isProduction } from '../../secrets/deployment.ts';

const hostsIn = (text: string): string[] =>
  text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');

/** A host as `URL` writes it; null for text that is not exactly one. */
function canonicalHost(host: string): string | null {
  if (host.includes('*')) return null; // no pattern, which `URL` takes for a name
  const written = host.includes(':') ? `[${host}]` : host;
  const read = URL.parse(`http://${written}/`)?.hostname ?? null;
  return read === written ? host : null;
}

/**
 * WEBHOOK_LOCAL_ADDRESSES: host names, with commas between them, that webhooks may go to by plain
 * HTTP at local addresses. Refused in production.
 */
export const localAddressesVariable = z
  .string()
  .transform(hostsIn)
  .superRefine((hosts, context) => {
    const add = (message: string) => context.addIssue({ code: 'custom', message });
    for (const host of hosts)
      if (['true', 'false'].includes(host) || canonicalHost(host) === null)
        add(`${host} is no host name: name each host, as in 127.0.0.1,::1`);
    if (hosts.length > 0 && isProduction()) add('is for development; remove it in production');
  });

/** Returns the hosts of WEBHOOK_LOCAL_ADDRESSES, and none in production. */
export const localHosts = (): readonly string[] =>
  isProduction() ? [] : hostsIn(process.env.WEBHOOK_LOCAL_ADDRESSES ?? '');
