import { type Account, can } from '@portal/access/can';
import type { CallAnswer, CallInput } from '@portal/contract/call';
import type { ChartKey, getChart, getWaiting } from '@portal/contract/overview/overview';
import type { QueueKey } from '@portal/contract/overview/queue-keys';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { type ChartDays, stepOf } from './chart-days.ts';

export type { Chart, ChartKey, ChartPoint, WaitingQueue } from '@portal/contract/overview/overview';
export type WaitingRow = CallAnswer<typeof getWaiting>['rows'][number];

/** Other staff work at the same time, so pending work is reloaded after this delay. */
const AGAIN_MS = 5_000;
const CHART_AGAIN_MS = 10_000;

export const useOverview = () => useAnswer(api.getOverview, {}, { every: AGAIN_MS, keepOld: true });
export const useWaiting = (queue: QueueKey) =>
  useAnswer(api.getWaiting, { queue }, { every: AGAIN_MS, keepOld: true });
export const useChart = (request: CallInput<typeof getChart>) =>
  useAnswer(api.getChart, request, { every: CHART_AGAIN_MS, keepOld: true });

/** Returns the input of a chart for some days; results are by vendor unless specified otherwise. */
export const chartRequest = (
  key: ChartKey,
  days: Pick<ChartDays, 'from' | 'to'>,
  per: 'vendor' | 'exam' = 'vendor',
): CallInput<typeof getChart> => ({
  key,
  from: days.from,
  to: days.to,
  by: stepOf(days),
  ...(key === 'pass_rate' ? { per } : {}),
});

export interface ChartChoice {
  key: ChartKey;
  title: string;
  /** The figure and its unit. */
  axis: string;
}
const charts: readonly (ChartChoice & { permission: Parameters<typeof can>[1] })[] = [
  {
    key: 'registrations',
    title: 'Registrations',
    axis: 'Registrations made',
    permission: 'number.read',
  },
  { key: 'revenue', title: 'Revenue', axis: 'US dollars', permission: 'revenue.read' },
  {
    key: 'seats',
    title: 'Seats taken',
    axis: 'Percent of the seats',
    permission: 'number.read',
  },
  {
    key: 'pass_rate',
    title: 'Pass rate',
    axis: 'Percent of the results',
    permission: 'number.read',
  },
  {
    key: 'vendors',
    title: 'Registrations by vendor',
    axis: 'Registrations made',
    permission: 'number.read',
  },
  {
    key: 'school_balances',
    title: 'School balances',
    axis: 'US dollars',
    permission: 'school_balance.read',
  },
];
/** The charts that an account may see. */
export const chartsOf = (account: Account): readonly ChartChoice[] =>
  charts.filter(({ permission }) => can(account, permission));
