import { QueryClient } from '@tanstack/react-query';
import { CallFailure } from '../shared/api/client.ts';

/**
 * About a quarter of a minute together: the person is shown an error when a service is down longer.
 */
const MAX_RETRIES = 4;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 8_000;

/** Retries reads when no answer came or a service is down; a refusal is final. */
export const retryRead = (count: number, error: Error): boolean =>
  count < MAX_RETRIES &&
  error instanceof CallFailure &&
  (error.status === 0 || error.status === 502 || error.status === 503);

/** Doubles the delay each time, and never retries sooner than the server requested. */
export const retryReadAfter = (count: number, error: Error): number =>
  Math.max(
    Math.min(FIRST_WAIT_MS * 2 ** count, MAX_WAIT_MS),
    error instanceof CallFailure ? error.retryAfterMs : 0,
  );

/** One for the whole page; emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: retryRead,
      retryDelay: retryReadAfter,
      staleTime: 15_000,
      networkMode: 'always',
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
