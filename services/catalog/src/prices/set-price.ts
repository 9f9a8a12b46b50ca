import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { OfficeListsChanged } from '@portal/proto/catalog/v1/events';
import { domainError } from '../errors.ts';
import { beginOf, checkPrice, dayText, refOf, type WantedPrice } from './price.ts';
import {
  insertPrice,
  type OfWhat,
  type Price,
  readAllPrices,
  readPrice,
  withdraw,
} from './price-store.ts';
import { amountInForce, bumpListOf, putInForce } from './put-in-force.ts';

export interface SetPrice extends WantedPrice {
  /** YYYY-MM-DD, New York; null: now. */
  validFrom: string | null;
}

/**
 * Sets a price within a transaction, in force at once where it begins now. Refuses with
 * package_not_found, exam_not_found, not_backdated or date_taken. R-558.
 */
export async function setPriceIn(tx: Tx, wanted: SetPrice): Promise<void> {
  const { kind, refId, amountCents, reason } = wanted;
  const version = await bumpListOf(tx, kind);
  const before = await amountInForce(tx, wanted);
  const of = refOf(kind);
  if (of !== null && before === null)
    throw domainError(of === 'exam' ? 'exam_not_found' : 'package_not_found');
  const validFrom = beginOf(wanted.validFrom, tx.now);
  const by = tx.actor.name;
  const id = await insertPrice(tx, {
    kind,
    refId,
    amountCents,
    validFrom,
    reason,
    by,
    now: tx.now,
  });
  if (id === null)
    throw domainError('date_taken', `A price already begins on ${dayText(validFrom)}.`);
  tx.audit({
    op: 'insert',
    table: 'price',
    id,
    change: {
      kind,
      refId,
      amountCents: [before, amountCents],
      validFrom: validFrom.toISOString(),
      reason,
    },
  });
  if (validFrom <= tx.now) await putInForce(tx, { kind, refId, amountCents, by, version });
  else tx.emit(OfficeListsChanged, { version });
}

const set = command('setPrice', async (tx: Tx, wanted: SetPrice): Promise<null> => {
  await setPriceIn(tx, wanted);
  return null;
});

/**
 * Sets a price from now or from a later day on; returns all prices of the same package, exam or
 * kind. Refuses with invalid and as setPriceIn does. C-O28.
 */
export async function setPrice(call: Call, wanted: SetPrice): Promise<Price[]> {
  checkPrice(wanted);
  await set(call, wanted);
  return readAllPrices(call.db, call.now, wanted);
}

const takeBack = command('withdrawPrice', async (tx: Tx, id: number): Promise<OfWhat> => {
  const price = await readPrice(tx, id);
  if (price === undefined) throw domainError('price_not_found');
  // first, as whatever puts it in force does: the two follow each other
  const version = await bumpListOf(tx, price.kind);
  if (!(await withdraw(tx, id, { by: tx.actor.name, now: tx.now }))) throw domainError('in_force');
  tx.emit(OfficeListsChanged, { version });
  tx.audit({
    op: 'delete',
    table: 'price',
    id,
    change: {
      kind: price.kind,
      refId: price.refId,
      amountCents: price.amountCents,
      validFrom: price.validFrom.toISOString(),
    },
  });
  return { kind: price.kind, refId: price.refId };
});

/**
 * Withdraws a price that has not begun; returns the other prices of the same package, exam or kind.
 * Refuses with price_not_found or in_force. C-O28, R-558.
 */
export async function withdrawPrice(call: Call, id: number): Promise<Price[]> {
  return readAllPrices(call.db, call.now, await takeBack(call, id));
}
