import type { Database } from '../database/database.ts';
import { keepAddresses } from './address-store.ts';
import type { KnownAddress, WebhookOwner } from './webhook-owner.ts';

/** Secrets are asked for again after this; one that was rotated is good for a day. */
const FRESH_MS = 60_000;
/** While identity is away those that are known go on for so long. */
const STALE_MS = 600_000;

/** Takes over what identity knows of addresses now. */
export async function syncAddresses(
  db: Database,
  owner: Pick<WebhookOwner, 'askAddresses'>,
): Promise<readonly KnownAddress[]> {
  const known = await owner.askAddresses();
  await db.transaction((tx) => keepAddresses(tx, known));
  return known;
}

/** The secrets of addresses, in the memory of this process alone. */
export interface AddressBook {
  /** Those to sign with now, the newest first. Throws while identity is away. */
  secretsOf: (webhookId: number, now: Date) => Promise<string[]>;
}

export function addressBook(owner: Pick<WebhookOwner, 'askAddresses'>): AddressBook {
  let known = new Map<number, KnownAddress>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  const ask = (): Promise<void> =>
    (asking ??= owner
      .askAddresses()
      .then((addresses) => {
        known = new Map(addresses.map((address) => [address.id, address]));
        askedAt = performance.now();
      })
      .finally(() => {
        asking = null;
      }));
  return {
    async secretsOf(webhookId, now) {
      const age = () => performance.now() - askedAt;
      if (age() > FRESH_MS || !known.get(webhookId)?.secrets.length)
        await ask().catch((error: unknown) => {
          if (age() > STALE_MS || !known.has(webhookId)) throw error;
        });
      const secrets = known.get(webhookId)?.secrets ?? [];
      return secrets
        .filter(({ until }) => until === null || until > now)
        .map(({ secret }) => secret);
    },
  };
}
