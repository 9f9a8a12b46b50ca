import { command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { PricesChanged } from '@portal/proto/catalog/v1/events';
import { changes } from '../changes.ts';
import { bumpVersion } from '../list-version.ts';
import { notePrice } from './note-price.ts';
import { FIELDS, insertPrices, type Prices, readPrices } from './read-prices.ts';

/** The price of a credit, in cents, for members and for others. */
export interface CreditPrices {
  memberCents: number;
  nonmemberCents: number;
}

/** Sets the portal's price pair, in cents, from now on. Refuses with invalid. */
export const savePrices = command(
  'savePrices',
  async (tx: Tx, { memberCents, nonmemberCents }: CreditPrices): Promise<void> => {
    const isPrice = (amount: number) => Number.isSafeInteger(amount) && amount >= 0;
    if (!isPrice(memberCents)) throw invalid({ path: 'memberPrice', message: 'Price invalid' });
    if (!isPrice(nonmemberCents))
      throw invalid({ path: 'nonmemberPrice', message: 'Price invalid' });
    const version = await bumpVersion(tx, 'packages');
    const before = await readPrices(tx);
    const prices: Prices & CreditPrices = {
      ...before,
      memberCents,
      nonmemberCents,
    };
    const id = await insertPrices(tx, prices, {
      by: tx.actor.name,
      now: tx.now,
    });
    for (const [kind, field] of FIELDS)
      if (before[field] !== prices[field])
        await notePrice(tx, { kind, refId: null, amountCents: prices[field] });
    tx.emit(PricesChanged, { version });
    tx.audit({
      op: 'insert',
      table: 'price_list',
      id,
      change: changes(before, prices),
    });
  },
);
