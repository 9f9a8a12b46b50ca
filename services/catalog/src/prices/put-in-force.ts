import type { Tx } from '@portal/kit/commands/command';
import { ExamChanged, PackagesChanged, PricesChanged } from '@portal/proto/catalog/v1/events';
import { bumpVersion, type List } from '../list-version.ts';
import { type PriceKind, refOf } from './price.ts';
import type { OfWhat } from './price-store.ts';
import { fieldOf, insertPrices, readPrices } from './read-prices.ts';

/** Returns the list that contains a price of this kind; the list's version orders its changes. */
export const listOf = (kind: PriceKind): List => (refOf(kind) === 'exam' ? 'exams' : 'packages');

interface InForce extends OfWhat {
  amountCents: number;
  by: string;
  /** The list's, as this change raised it. */
  version: number;
}

/**
 * Makes a price the one that others read and that the next purchase is charged by, with its event.
 * Lots, registrations and charges keep what they were made with..
 */
export async function putInForce(tx: Tx, price: InForce): Promise<void> {
  const { kind, refId, amountCents, by, version } = price;
  if (kind === 'additional_charge') {
    await tx.run`
      UPDATE exam SET additional_charge_cents = ${amountCents}, version = ${version},
        last_change = ${tx.now}, last_change_by = ${by}
      WHERE id = ${refId}`;
    tx.emit(ExamChanged, { examId: refId ?? 0, version });
    return;
  }
  if (kind === 'package' || kind === 'package_proctor_fee') {
    await tx.run`
      UPDATE package_type
      SET purchase_price_cents =
          CASE WHEN ${kind === 'package'} THEN ${amountCents}::bigint ELSE purchase_price_cents END,
        proctor_fee_cents =
          CASE WHEN ${kind === 'package'} THEN proctor_fee_cents ELSE ${amountCents}::bigint END
      WHERE id = ${refId}`;
    tx.emit(PackagesChanged, { version });
    return;
  }
  const field = fieldOf(kind);
  if (field === undefined) throw new Error(`a price of ${kind} has no place`);
  const before = await readPrices(tx);
  await insertPrices(tx, { ...before, [field]: amountCents }, { by, now: tx.now });
  tx.emit(PricesChanged, { version });
}

/** The amount that is in force for something, in cents; null: there was never a price. */
export async function amountInForce(tx: Tx, { kind, refId }: OfWhat): Promise<number | null> {
  const field = fieldOf(kind);
  if (field !== undefined) return (await readPrices(tx))[field];
  const row =
    kind === 'additional_charge'
      ? await tx.maybe<{ cents: number }>`
          SELECT additional_charge_cents AS cents FROM exam WHERE id = ${refId}`
      : await tx.maybe<{ cents: number }>`
          SELECT CASE WHEN ${kind === 'package'} THEN purchase_price_cents
            ELSE proctor_fee_cents END AS cents
          FROM package_type WHERE id = ${refId}`;
  return row?.cents ?? null;
}

/** Raises the version of the list that contains a price of this kind. */
export const bumpListOf = (tx: Tx, kind: PriceKind): Promise<number> =>
  bumpVersion(tx, listOf(kind));
