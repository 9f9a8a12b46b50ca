import { can } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import type * as tables from '../../prisma/tables.ts';
import { domainError } from '../errors.ts';
import { type Account, accountNamed } from '../partners/merchant-account.ts';
import { daysBetween, isOver } from './matching/days.ts';
import { mendsOf } from './mending/mend-rules.ts';
import type { DayOfAccount, DayRow } from './records/day-store.ts';
import type { DifferenceRow } from './records/difference-store.ts';

/** A day as people see it; cents, refunds positive. */
export interface SettledDayView extends DayRow {
  differences: number;
  open: number;
  running: boolean;
}
/** A difference with the actions that the caller may take now. */
export interface DifferenceView extends DifferenceRow {
  mends: string[];
}

export interface DaysRequest {
  from: string;
  to: string;
  account?: string | undefined;
  withDifferences: boolean;
}
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_DAYS = 92;

const isDay = (day: string): boolean => {
  if (!DAY.test(day)) return false;
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' }).toString() === day;
  } catch {
    return false;
  }
};
/** Parses a day of the request. Refuses with invalid. */
export function dayNamed(day: string, path = 'date'): string {
  if (!isDay(day)) throw invalid({ path, message: `${path} invalid` });
  return day;
}
/** Parses a merchant account of the request that has keys. Refuses with invalid. */
export function accountRequest(name: string): Account {
  const account = accountNamed(name);
  if (!account) throw invalid({ path: 'account', message: 'account invalid' });
  return account;
}

function daysSeen(
  sql: Sql,
  { from, to, account }: { from: string; to: string; account: Account | null },
): Promise<SettledDayView[]> {
  return sql.many<SettledDayView>`
    SELECT y.*, counted.differences, counted.open,
      EXISTS (SELECT FROM process
        WHERE process.id = y.run_id AND process.status IN ('running', 'dead')) AS running
    FROM settled_day y, LATERAL (
      SELECT count(*)::integer AS differences,
        (count(*) FILTER (WHERE d.state = 'open'))::integer AS open
      FROM payment_difference d
      WHERE d.day = y.day AND d.account = y.account AND d.state <> 'gone') AS counted
    WHERE y.day BETWEEN ${from} AND ${to} AND (${account}::text IS NULL OR y.account = ${account})
    ORDER BY y.day DESC, y.account
    -- never null: differences, open, running`;
}

/** The one day as it is now. */
export async function dayNow(sql: Sql, { day, account }: DayOfAccount): Promise<SettledDayView> {
  const [row] = await daysSeen(sql, { from: day, to: day, account });
  return row ?? notCompared({ day, account });
}

const notCompared = ({ day, account }: DayOfAccount): SettledDayView => ({
  day,
  account,
  state: 'not_compared',
  batches: 0,
  chargesCents: 0,
  refundsCents: 0,
  ownChargesCents: 0,
  ownRefundsCents: 0,
  matched: 0,
  comparedAt: null,
  runId: null,
  failedAt: null,
  signedBy: null,
  signedAt: null,
  comment: null,
  differences: 0,
  open: 0,
  running: false,
});

const ACCOUNTS: readonly Account[] = ['TTI', 'TTINJ'];

export interface SettledDays {
  days: SettledDayView[];
  differences: DifferenceView[];
  batches: tables.SettledBatch[];
}

/**
 * Days that are over, newest first, with those that were never compared; of one day its differences
 * and batches too (C-O46). Refuses with invalid and range_too_long.
 */
export async function listSettledDays(
  { db, actor, now }: Call,
  request: DaysRequest,
): Promise<SettledDays> {
  const { withDifferences } = request;
  const account = request.account === undefined ? null : accountRequest(request.account);
  const [from, to] = [dayNamed(request.from, 'from'), dayNamed(request.to, 'to')];
  if (from > to || (withDifferences && from !== to))
    throw invalid({ path: 'to', message: 'to invalid' });
  if (Temporal.PlainDate.from(from).until(to).days >= MAX_DAYS) throw domainError('range_too_long');
  const days = daysBetween(from, to);
  const rows = await daysSeen(db, { from, to, account });
  const found = new Map(rows.map((row) => [`${row.day} ${row.account}`, row]));
  const accounts = account ? [account] : ACCOUNTS.filter((name) => accountNamed(name) !== null);
  const shown = days
    .filter((day) => isOver(day, now))
    .flatMap((day) =>
      accounts.map((name) => found.get(`${day} ${name}`) ?? notCompared({ day, account: name })),
    );
  if (!withDifferences) return { days: shown, differences: [], batches: [] };
  const differences = await db.many<DifferenceRow>`
    SELECT * FROM payment_difference
    WHERE day = ${from} AND (${account}::text IS NULL OR account = ${account})
    ORDER BY account, array_position(ARRAY['open', 'explained', 'mended', 'gone'], state), id`;
  const batches = await db.many<tables.SettledBatch>`
    SELECT * FROM settled_batch
    WHERE day = ${from} AND (${account}::text IS NULL OR account = ${account})
    ORDER BY account, settled_at, batch_id`;
  const signed = new Set(
    rows.filter(({ state }) => state === 'signed').map(({ account: name }) => name),
  );
  return {
    days: shown,
    differences: differences.map((row) => viewOf(row, actor, signed.has(row.account))),
    batches,
  };
}

/** Returns a difference with the actions that this person may take. */
export const viewOf = (row: DifferenceRow, actor: Actor, isSigned: boolean): DifferenceView => ({
  ...row,
  mends: mendsOf(row, isSigned).filter((action) =>
    can(actor, action === 'explain' ? 'reconciliation.explain' : 'reconciliation.mend'),
  ),
});

/** One difference as it is now. */
export async function differenceNow(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  id: number,
): Promise<DifferenceView> {
  const row = await db.one<DifferenceRow>`SELECT * FROM payment_difference WHERE id = ${id}`;
  const { state } = await dayNow(db, row);
  return viewOf(row, actor, state === 'signed');
}
