import { newYorkDay } from '@portal/contract/days';
import type { SettledDay } from '@portal/contract/payments/reconciliation';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

export type {
  Difference,
  MendAction,
  SettledBatch,
  SettledDay,
} from '@portal/contract/payments/reconciliation';

export const reconciliationCall = api.getReconciliation;
export const reconcileCall = api.reconcileDay;
export const mendCall = api.mendDifference;
export const signCall = api.signSettledDay;

/** While a day is being compared its end is looked for. */
const RUNNING_MS = 2_000;
const AGAIN_MS = 30_000;

const DAY_MS = 86_400_000;
/** A day moved by days. */
const dayPlus = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
const yesterday = (): string => dayPlus(newYorkDay(new Date()), -1);

/** The last days that are over, newest first. */
export function useSettledDays(days: number) {
  const to = yesterday();
  const from = dayPlus(to, 1 - days);
  const first = useAnswer(reconciliationCall, { from, to }, { keepOld: true, every: AGAIN_MS });
  const isRunning = first.data?.days.some(({ running }) => running) === true;
  // the same answer, polled faster while a run is in progress
  const soon = useAnswer(
    reconciliationCall,
    { from, to },
    { keepOld: true, every: RUNNING_MS, enabled: isRunning },
  );
  return isRunning ? soon : first;
}

/** A day of an account with all its differences. */
export function useSettledDay({ date, account }: Pick<SettledDay, 'date' | 'account'>) {
  const input = { date, account };
  const first = useAnswer(reconciliationCall, input, { every: AGAIN_MS });
  const isRunning = first.data?.days.some(({ running }) => running) === true;
  const soon = useAnswer(reconciliationCall, input, { every: RUNNING_MS, enabled: isRunning });
  return isRunning ? soon : first;
}
