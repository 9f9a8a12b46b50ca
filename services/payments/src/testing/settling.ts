import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff } from '@portal/kit/testing';
import { comparingDay } from '../settled-days/compare-day.ts';
import { listSettledDays } from '../settled-days/list-days.ts';
import { type Mend, mendDifference } from '../settled-days/mending/mend-difference.ts';
import type { DayOfAccount } from '../settled-days/records/day-store.ts';
import { world } from './with-world.ts';

/** The same for a whole test file, also for one that runs over midnight. */
const today = dayInNewYork(steadyNow());
/** A day so long ago, and no day of another test of this file when each takes its own. */
export const dayAgo = (days: number): string => dayPlus(today, { days: -days });
export const eveningOf = (day: string): string => instantInNewYork(day, '22:00').toISOString();

export const superAdmin = (options = {}) => asStaff(world.db, ['ROLE_SUPER_ADMIN'], options);
export const techSupport = (options = {}) => asStaff(world.db, ['ROLE_TECH_SUPPORT'], options);

/** Settles at the processor all that is not settled yet, as if it had been on this day. */
export const settleOn = (day: string, account = 'TTI'): Promise<{ settled: number }> =>
  world.processor.send('POST', '/__cards/settle', { account, at: eveningOf(day) });

export interface OnlyThere {
  kind?: 'charge' | 'refund' | 'returned';
  cents?: number;
  invoiceNumber?: string;
  customerProfileId?: string;
}
/** A transaction that only the processor has, settled on this day; answers its id. */
export async function onlyThere(day: string, more: OnlyThere = {}): Promise<string> {
  const wanted = { kind: 'charge', cents: 5200, settledAt: eveningOf(day), ...more };
  const { transId } = await world.processor.send<{ transId: string }>(
    'POST',
    '/__cards/settled',
    wanted,
  );
  return transId;
}

/** Sets the final status of a transaction at the processor. */
export const changeThere = (
  transId: string,
  to: { cents?: number; status?: string },
): Promise<unknown> => world.processor.send('POST', '/__cards/change', { transId, ...to });

const tti = (day: string): DayOfAccount => ({ day, account: 'TTI' });
export const compare = (day: string, call = superAdmin()) => comparingDay.start(call, tti(day));

/** A day with its differences as a super admin sees it. */
export async function seen(day: string, call = superAdmin()) {
  const { days, differences, batches } = await listSettledDays(call, {
    from: day,
    to: day,
    account: 'TTI',
    withDifferences: true,
  });
  const [found] = days;
  if (!found) throw new Error(`${day} is not shown`);
  return { ...found, list: differences, batchList: batches };
}

/** Compares a day and gives it with the one difference that it has. */
export async function comparedWithOne(day: string) {
  await compare(day);
  const { list } = await seen(day);
  const [one, ...others] = list;
  if (!one || others.length > 0) throw new Error(`${list.length} differences and not one`);
  return one;
}

/** An action on a difference, with a dummy comment. */
export const mend = (
  differenceId: number,
  action: Mend['action'],
  {
    amountCents = null,
    call = superAdmin(),
  }: { amountCents?: number | null; call?: Parameters<typeof mendDifference>[0] } = {},
): Promise<void> =>
  mendDifference(call, { differenceId, action, comment: 'seen by us', amountCents });
