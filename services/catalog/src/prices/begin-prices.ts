import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { markBegun, type PriceToBegin, pricesToBegin } from './price-store.ts';
import { amountInForce, bumpListOf, putInForce } from './put-in-force.ts';

/** Puts every price in force whose moment has come, each once and in their order. R-558. */
export async function beginPrices(db: Database, now: Date): Promise<void> {
  const call = { db, now, requestId: requestIdOrNew(), actor: serviceActor('catalog') };
  await forEachIsolated(
    await pricesToBegin(db, now),
    ({ id }) => ({ price: id }),
    (price) => inTransaction(call, 'beginPrice', (tx) => begin(tx, price)),
  );
}

async function begin(tx: Tx, { id, kind, refId, amountCents, setBy }: PriceToBegin): Promise<void> {
  const version = await bumpListOf(tx, kind);
  if (!(await markBegun(tx, id, tx.now))) return;
  const before = await amountInForce(tx, { kind, refId });
  await putInForce(tx, { kind, refId, amountCents, by: setBy, version });
  tx.audit({
    op: 'action',
    table: 'price',
    id,
    change: { begun: true, amountCents: [before, amountCents] },
  });
}

export function beginPricesJob(db: Database): Job {
  return {
    name: 'begin prices',
    everySeconds: 1,
    run: () => beginPrices(db, steadyNow()),
  };
}
