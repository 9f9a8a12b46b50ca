import { endpoints } from '@portal/contract/gen/endpoints';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { useNews } from '../shared/live/use-news.ts';

export const linesCall = api.listWaiting;
export const changeWaitingCall = api.changeWaiting;
export const addToLineCall = api.joinWaitingList;

const FIVE_MINUTES = 300_000;

/** Keeps the lists of all sessions up to date: reloads at once when an entry changes. O-09 */
export const useLinesNews = (): void =>
  useNews({
    stream: endpoints.sessionEvents,
    topics: ['waiting', 'calendar'],
    refreshes: [linesCall],
  });

/** Branches by name, for a select; empty until they are loaded. */
export function useBranches(): { value: string; label: string }[] {
  const { data = [] } = useAnswer(api.getAllActiveLocations, {}, { fresh: FIVE_MINUTES });
  return data.map(({ id, name }) => ({ value: String(id), label: name }));
}
