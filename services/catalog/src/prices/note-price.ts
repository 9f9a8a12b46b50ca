import type { Tx } from '@portal/kit/commands/command';
import { insertPrice, type OfWhat } from './price-store.ts';

/** Notes a price that is in force from now on because what it is of was written with it. R-558. */
export async function notePrice(tx: Tx, price: OfWhat & { amountCents: number }): Promise<void> {
  const { name: by } = tx.actor;
  const { now } = tx;
  await insertPrice(tx, { ...price, validFrom: now, reason: null, by, now });
}
