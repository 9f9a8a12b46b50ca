import type { Sql } from '@portal/kit/database/database';
import type { FigureDays } from '@portal/kit/figures/figure-days';
import type * as tables from '../../prisma/tables.ts';

/** A school that prepays, and its balance before a day, in cents. */
export interface OpeningBalance extends Pick<tables.School, 'name'> {
  schoolId: number;
  openingCents: number;
}

/** Schools that prepay, by name: all, or one of them. */
export const readOpenings = (
  sql: Sql,
  from: string,
  schoolId: number | null,
): Promise<OpeningBalance[]> => sql.many<OpeningBalance>`
  SELECT s.id AS school_id, s.name,
    b.balance_cents - COALESCE((SELECT sum(f.cents) FROM balance_figure f
      WHERE f.school_id = s.id AND f.day >= ${from}::date), 0)::bigint AS opening_cents
  FROM school s JOIN school_balance b ON b.school_id = s.id
  WHERE s.charge_school AND s.active
    AND (${schoolId}::bigint IS NULL OR s.id = ${schoolId}::bigint)
  ORDER BY s.name`;

/** Returns the changes of balances, by school and day. */
export const readBalanceDays = (
  sql: Sql,
  { from, to }: FigureDays,
  schoolId: number | null,
): Promise<tables.BalanceFigure[]> => sql.many<tables.BalanceFigure>`
  SELECT s.id AS school_id, f.day, f.cents
  FROM school s CROSS JOIN LATERAL (
    SELECT b.day, b.cents FROM balance_figure b
    WHERE b.school_id = s.id AND b.day >= ${from}::date AND b.day <= ${to}::date OFFSET 0) f
  WHERE s.charge_school AND s.active
    AND (${schoolId}::bigint IS NULL OR s.id = ${schoolId}::bigint)
  ORDER BY s.id, f.day`;
