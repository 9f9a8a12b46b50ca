import { can } from '@portal/access/can';
import { newYorkDay } from '@portal/contract/days';
import type { QueryClient } from '@tanstack/react-query';
import { askAhead } from '../shared/api/ask-ahead.ts';
import { api } from '../shared/api/client.ts';
import { readSession } from '../shared/session/session.ts';
import { chartRequest, chartsOf } from './api.ts';
import { daysOf, wrongDays } from './chart-days.ts';

/** Asks for the figures and the charts while the files of the overview come. R-569 */
export function prefetch(client: QueryClient, address: URLSearchParams): void {
  const account = readSession();
  if (!can(account, 'number.read')) return;
  askAhead(client, api.getOverview, {});
  const days = daysOf(address, newYorkDay(new Date()));
  if (wrongDays(days) !== null) return;
  for (const { key } of chartsOf(account)) askAhead(client, api.getChart, chartRequest(key, days));
}
