import type { Call } from '@portal/kit/commands/command';
import { type Part, rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  OfficePricesServiceDefinition,
  type Price as WirePrice,
} from '@portal/proto/catalog/v1/office_prices';
import { typed } from '../typed.ts';
import type { PriceKind } from './price.ts';
import { type Price, readAllPrices } from './price-store.ts';
import { pricesOn } from './prices-on.ts';
import { setPrice, withdrawPrice } from './set-price.ts';

export const officePriceRpcs = rpcs(OfficePricesServiceDefinition, {
  listPrices: {
    handle: async ({ retired, search }, call) => ({
      prices: (await listPrices(call, { retired, search: typed(search) })).map(toWire),
    }),
  },
  listPricesOn: {
    handle: async ({ on, examIds, packageIds }, call) => ({
      prices: (await pricesOn(call, { on: typed(on), examIds, packageIds })).map(present),
    }),
  },
  setPrice: {
    handle: async ({ kind, refId, amountCents, validFrom, reason }, call) => ({
      prices: (
        await setPrice(call, {
          kind: kind as PriceKind,
          refId: refId || null,
          amountCents,
          validFrom: typed(validFrom),
          reason: reason.trim(),
        })
      ).map(toWire),
    }),
  },
  withdrawPrice: {
    handle: async ({ priceId }, call) => ({
      prices: (await withdrawPrice(call, priceId)).map(toWire),
    }),
  },
});

/** Lists prices grouped by their package, exam or kind, the newest first. C-O22. */
async function listPrices(
  { db, now }: Call,
  { retired, search }: { retired: boolean; search: string | null },
): Promise<Price[]> {
  const wanted = search?.toLowerCase() ?? '';
  return (await readAllPrices(db, now, null)).filter(
    ({ offered, name }) =>
      (retired || offered) && (wanted === '' || (name ?? '').toLowerCase().includes(wanted)),
  );
}

const toWire = (price: Price): Part<WirePrice> => present(price);
