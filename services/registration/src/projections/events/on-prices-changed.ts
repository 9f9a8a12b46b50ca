import { on } from '@portal/kit/events/inbox';
import { PricesChanged } from '@portal/proto/catalog/v1/events';
import { keepChanged } from '../keep-changed.ts';
import { fetchPrices } from '../read-projections.ts';

export const onPricesChanged = on(PricesChanged, {
  prepare: () => fetchPrices(0),
  apply: (tx, _event, { version, prices }) =>
    prices ? keepChanged(tx, { prices: { version, prices } }) : Promise.resolve(),
});
