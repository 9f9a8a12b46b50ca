import type { Database } from '../../database/database.ts';
import { keepAddresses } from './address-store.ts';
import type { KnownAddress, WebhookOwner } from './webhook-owner.ts';

/** While identity is unavailable, known secrets are used for so long. */
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
  /**
   * Those to sign with now, the newest first, as identity has them: a rotated secret signs from the
   * moment of its rotation on. Throws while identity is unavailable and none is known.
   */
  secretsOf: (webhookId: number, now: Date) => Promise<string[]>;
}

export function addressBook(owner: Pick<WebhookOwner, 'askAddresses'>): AddressBook {
  let known = new Map<number, KnownAddress>();
  let readAt = Number.NEGATIVE_INFINITY;
  // every caller reads for itself: an answer on its way may be older than a rotation
  const read = async (): Promise<void> => {
    const addresses = await owner.askAddresses();
    known = new Map(addresses.map((address) => [address.id, newerOf(address)]));
    readAt = performance.now();
  };
  /** Answers that overtake each other never bring an older version back. */
  const newerOf = (address: KnownAddress): KnownAddress => {
    const held = known.get(address.id);
    return held && held.version > address.version ? held : address;
  };
  return {
    async secretsOf(webhookId, now) {
      await read().catch((error: unknown) => {
        if (performance.now() - readAt > STALE_MS || !known.has(webhookId)) throw error;
      });
      const secrets = known.get(webhookId)?.secrets ?? [];
      return secrets
        .filter(({ until }) => until === null || until > now)
        .map(({ secret }) => secret);
    },
  };
}
