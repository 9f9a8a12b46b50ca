import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { PriceKind } from './price.ts';

export interface Price
  extends Pick<
    tables.Price,
    'id' | 'kind' | 'amountCents' | 'validFrom' | 'setBy' | 'setAt' | 'reason'
  > {
  refId: number | null;
  /** Of the package or exam. */
  name: string | null;
  offered: boolean;
  state: 'future' | 'in_force' | 'past';
}

export interface OfWhat {
  kind: PriceKind;
  refId: number | null;
}

// the price of a kind without a package or exam has 0 in its row
const key = (refId: number | null): number => refId ?? 0;

/**
 * Reads prices grouped by their package, exam or kind, the newest first; `of` selects one of these.
 * Leaves withdrawn prices out.
 */
export const readAllPrices = (sql: Sql, now: Date, of: OfWhat | null): Promise<Price[]> =>
  sql.many<Price>`
    SELECT p.id, p.kind, nullif(p.ref_id, 0) AS ref_id, coalesce(t.display_name, e.subject) AS name,
      p.amount_cents, p.valid_from, p.set_by, p.set_at, p.reason,
      coalesce(t.active, e.active, true) AS offered,
      CASE WHEN p.valid_from > ${now} THEN 'future'
        WHEN p.valid_from = max(p.valid_from) FILTER (WHERE p.valid_from <= ${now})
          OVER (PARTITION BY p.kind, p.ref_id) THEN 'in_force'
        ELSE 'past' END AS state
    FROM price p
    LEFT JOIN package_type t ON p.kind IN ('package', 'package_proctor_fee') AND t.id = p.ref_id
    LEFT JOIN exam e ON p.kind = 'additional_charge' AND e.id = p.ref_id
    WHERE p.withdrawn_at IS NULL
      AND (${of === null} OR (p.kind = ${of?.kind ?? ''} AND p.ref_id = ${key(of?.refId ?? null)}))
    ORDER BY p.kind, lower(coalesce(t.display_name, e.subject)), p.ref_id, p.valid_from DESC`;

/** Reads the prices at a moment: the portal's own, and those of these exams and packages. R-558. */
export const pricesAt = (
  sql: Sql,
  at: Date,
  { examIds, packageIds }: { examIds: number[]; packageIds: number[] },
): Promise<(OfWhat & Pick<tables.Price, 'amountCents'>)[]> =>
  sql.many<OfWhat & Pick<tables.Price, 'amountCents'>>`
    SELECT DISTINCT ON (p.kind, p.ref_id) p.kind, nullif(p.ref_id, 0) AS ref_id, p.amount_cents
    FROM price p
    WHERE p.withdrawn_at IS NULL AND p.valid_from <= ${at} AND (p.ref_id = 0
      OR (p.kind = 'additional_charge' AND p.ref_id = ANY(${examIds}::bigint[]))
      OR (p.kind IN ('package', 'package_proctor_fee')
        AND p.ref_id = ANY(${packageIds}::bigint[])))
    ORDER BY p.kind, p.ref_id, p.valid_from DESC`;

export interface NewPrice extends OfWhat {
  amountCents: number;
  validFrom: Date;
  reason: string | null;
  by: string;
  now: Date;
}

/**
 * Adds a price and returns its id; null: another price begins at the same moment. A price that
 * begins now is placed after one that began just before, so that it holds.
 */
export async function insertPrice(sql: Sql, price: NewPrice): Promise<number | null> {
  const begins = price.validFrom <= price.now;
  const row = await sql.maybe<Pick<tables.Price, 'id'>>`
    INSERT INTO price (kind, ref_id, amount_cents, valid_from, set_by, set_at, reason, begun_at)
    SELECT ${price.kind}, ${key(price.refId)}::bigint, ${price.amountCents}::bigint,
      CASE WHEN ${begins} THEN greatest(${price.validFrom}::timestamptz,
        max(valid_from) FILTER (WHERE begun_at IS NOT NULL) + interval '1 microsecond')
        ELSE ${price.validFrom}::timestamptz END,
      ${price.by}, ${price.now}::timestamptz, ${price.reason}::text,
      CASE WHEN ${begins} THEN ${price.now}::timestamptz END
    FROM price
    WHERE kind = ${price.kind} AND ref_id = ${key(price.refId)} AND withdrawn_at IS NULL
    ON CONFLICT DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

export interface PriceToBegin {
  id: number;
  kind: PriceKind;
  refId: number | null;
  amountCents: number;
  setBy: string;
}

/** Returns begun prices that are not in force yet, in their order. */
export const pricesToBegin = (sql: Sql, now: Date): Promise<PriceToBegin[]> =>
  sql.many<PriceToBegin>`
    SELECT id, kind, nullif(ref_id, 0) AS ref_id, amount_cents, set_by FROM price
    WHERE begun_at IS NULL AND withdrawn_at IS NULL AND valid_from <= ${now}
    ORDER BY valid_from, id`;

/** Notes that a price is in force; false: it is already, or was withdrawn. */
export async function markBegun(sql: Sql, id: number, now: Date): Promise<boolean> {
  const rows = await sql.run`
    UPDATE price SET begun_at = ${now}
    WHERE id = ${id} AND begun_at IS NULL AND withdrawn_at IS NULL`;
  return rows === 1;
}

/** A price by its id, unless it was withdrawn. */
export const readPrice = (
  sql: Sql,
  id: number,
): Promise<
  { kind: PriceKind; refId: number | null; validFrom: Date; amountCents: number } | undefined
> =>
  sql.maybe`
    SELECT kind, nullif(ref_id, 0) AS ref_id, valid_from, amount_cents FROM price
    WHERE id = ${id} AND withdrawn_at IS NULL`;

/** Takes back a price that has not begun; false: it has, or is taken back already. */
export async function withdraw(
  sql: Sql,
  id: number,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const rows = await sql.run`
    UPDATE price SET withdrawn_at = ${now}, withdrawn_by = ${by}
    WHERE id = ${id} AND begun_at IS NULL AND withdrawn_at IS NULL AND valid_from > ${now}`;
  return rows === 1;
}
