import type { Call } from '@portal/kit/commands/command';
import { type FigureDays, figureDays } from '@portal/kit/figures/figure-days';
import type * as tables from '../../prisma/tables.ts';
import { domainError } from '../errors.ts';
import {
  type MoneyEntry,
  oldestChange,
  readEntries,
  readMoneyFigures,
  sumEntries,
} from './store.ts';

const MAX_PAGE_SIZE = 200;
const tooLong = () => domainError('range_too_long');

/**
 * Returns the charges and refunds of cards by day, with the time of the count. Refuses with
 * range_too_long.
 */
export async function listMoneyFigures(
  { db, now }: Call,
  request: FigureDays,
): Promise<{ figures: tables.MoneyFigure[]; asOf: Date }> {
  const days = figureDays(request, tooLong);
  const [figures, changed] = await Promise.all([readMoneyFigures(db, days), oldestChange(db)]);
  return { figures, asOf: changed ?? now };
}

export interface ListMoneyEntries extends FigureDays {
  /** 'captured', 'refunded' or '' for both */
  kind: string;
  page: number;
  pageSize: number;
}

/**
 * Returns the entries behind a figure, newest first, with their number and sum. Refuses with
 * range_too_long.
 */
export async function listMoneyEntries(
  { db }: Call,
  { kind, page, pageSize, ...request }: ListMoneyEntries,
): Promise<{ entries: MoneyEntry[]; total: number; sumCents: number }> {
  const { start, end } = figureDays(request, tooLong);
  const limit = Math.min(Math.max(pageSize, 1), MAX_PAGE_SIZE);
  const offset = (Math.max(page, 1) - 1) * limit;
  const [entries, sum] = await Promise.all([
    readEntries(db, { start, end, kind }, limit, offset),
    sumEntries(db, { start, end, kind }),
  ]);
  return { entries, ...sum };
}
