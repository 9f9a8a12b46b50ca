import { can } from '@portal/access/can';
import type { QueryClient } from '@tanstack/react-query';
import { askAhead } from '../shared/api/ask-ahead.ts';
import { api } from '../shared/api/client.ts';
import { readSession } from '../shared/session/session.ts';
import { askedFor, shownBy } from './use-calendar-place.ts';

/**
 * Asks for the sessions of a month or a week while the files of the calendar come: they take as long
 * as the answer does. R-569
 */
export function askFirst(client: QueryClient, address: URLSearchParams): void {
  const shown = shownBy(address);
  if (shown.view === 'list' || !can(readSession(), 'office_session.list')) return;
  askAhead(client, api.getOfficeSessions, askedFor(shown, 1, 1));
}
