import { command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { PricesChanged } from '@portal/proto/catalog/v1/events';
import type * as tables from '../../prisma/tables.ts';
import { changes } from '../changes.ts';
import { bumpVersion } from '../list-version.ts';
import { notePrice } from './note-price.ts';
import { type Prices, readPrices } from './read-prices.ts';

/** Sets the portal's price pair, in cents, from now on. Refuses with invalid. */
export const savePrices = command('savePrices', async (tx: Tx, prices: Prices): Promise<void> => {
  const { memberCents, nonmemberCents } = prices;
  const isPrice = (amount: number) => Number.isSafeInteger(amount) && amount >= 0;
  if (!isPrice(memberCents)) throw invalid({ path: 'memberPrice', message: 'Price invalid' });
  if (!isPrice(nonmemberCents)) throw invalid({ path: 'nonmemberPrice', message: 'Price invalid' });
  const version = await bumpVersion(tx, 'packages');
  const before = await readPrices(tx);
  const { id } = await tx.one<Pick<tables.PriceList, 'id'>>`
    INSERT INTO price_list (member_cents, nonmember_cents, since, set_by)
    VALUES (${memberCents}, ${nonmemberCents}, ${tx.now}, ${tx.actor.name}) RETURNING id`;
  for (const [kind, field] of [
    ['credit_member', 'memberCents'],
    ['credit_nonmember', 'nonmemberCents'],
  ] as const)
    if (before?.[field] !== prices[field])
      await notePrice(tx, { kind, refId: null, amountCents: prices[field] });
  tx.emit(PricesChanged, { version });
  tx.audit({
    op: 'insert',
    table: 'price_list',
    id,
    change: changes(before ?? {}, { memberCents, nonmemberCents }),
  });
});
