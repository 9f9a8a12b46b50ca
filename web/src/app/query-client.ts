import { QueryClient } from '@tanstack/react-query';
import { CallFailure } from '../shared/api.ts';

/** Reads are tried again when nothing came back or a part is down; a refusal stays a refusal. */
const retry = (count: number, error: Error): boolean =>
  count < 2 && error instanceof CallFailure && (error.status === 0 || error.status === 502 || error.status === 503);

/** One for the whole page; emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 15_000, networkMode: 'always', refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});
