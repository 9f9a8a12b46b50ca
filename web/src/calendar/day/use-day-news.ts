import { endpoints } from '@portal/contract/gen/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerKey } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { askingAgain } from '../../shared/live/ask-again.ts';
import { listenTo } from '../../shared/live/listen-to.ts';
import { dayCall, sessionCall } from '../api.ts';

/** A change during an action of this page, or within this time after it, is its own. */
const OWN_MS = 3000;
const SHOWN_MS = 10_000;

/** The waiting list belongs to another area and is a tab of the page. */
const lines = answerKey(api.listWaiting);

/**
 * Keeps the page of a session up to date: reloads what other staff changed, and returns true for
 * some seconds after that. O-03
 */
export function useDayNews(testSessionId: number): boolean {
  const client = useQueryClient();
  const [isNews, setNews] = useState(false);
  useEffect(() => {
    let isGone = false;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    let endedAt = Number.NEGATIVE_INFINITY;
    const commands = client.getMutationCache();
    const stopWatching = commands.subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status !== 'pending') endedAt = Date.now();
    });
    const isActing = () =>
      commands.getAll().some(({ state }) => state.status === 'pending') ||
      Date.now() - endedAt < OWN_MS;
    const dayOf = () => client.getQueryData(answerKey(dayCall, { testSessionId }));

    async function ask(): Promise<void> {
      const before = dayOf();
      await Promise.all(
        [
          answerKey(dayCall, { testSessionId }),
          answerKey(sessionCall, { testSessionId }),
          lines,
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      // an answer that says the same is the same object
      if (isGone || isActing() || before === undefined || dayOf() === before) return;
      setNews(true);
      clearTimeout(hiding);
      hiding = setTimeout(() => setNews(false), SHOWN_MS);
    }
    const again = askingAgain(ask);
    const stop = listenTo(
      (age) => `${endpoints.sessionEvents.path}?testSessionId=${testSessionId}&age=${age}`,
      {
        onChanged: again.soon,
        onRefresh: again.soon,
        // the refusal of a call leads to the login
        onOver: again.soon,
      },
    );
    return () => {
      isGone = true;
      again.stop();
      clearTimeout(hiding);
      stopWatching();
      stop();
    };
  }, [client, testSessionId]);
  return isNews;
}
