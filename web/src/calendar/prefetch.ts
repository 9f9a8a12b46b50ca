import { can } from '@portal/access/can';
import type { QueryClient } from '@tanstack/react-query';
import { askAhead } from '../shared/api/ask-ahead.ts';
import { api } from '../shared/api/client.ts';
import { readSession } from '../shared/session/session.ts';
import { calendarInput, shownBy } from './use-calendar-place.ts';

/**
 * Requests the sessions of a month or a week while the chunks of the calendar load: both take about
 * the same time. R-569
 */
export function prefetch(client: QueryClient, address: URLSearchParams): void {
  const shown = shownBy(address);
  if (shown.view === 'list' || !can(readSession(), 'office_session.list')) return;
  askAhead(client, api.getOfficeSessions, calendarInput(shown, 1, 1));
}
