import { endpoints } from '@portal/contract/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerKey } from '../shared/api/calls.ts';
import { listenTo } from '../shared/live/listen-to.ts';
import { catalogueCall } from './api.ts';

/** An import changes much, one after the other: what comes together is asked for once. */
const GATHER_MS = 300;

/**
 * Keeps the page of the catalogue right: what is shown is asked for again when others changed
 * something. R-561
 */
export function useCatalogueNews(): void {
  const client = useQueryClient();
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let isGone = false;
    let isNews = false;

    async function ask(): Promise<void> {
      gathering = undefined;
      isNews = false;
      isAsking = true;
      await client.invalidateQueries({ queryKey: answerKey(catalogueCall) });
      isAsking = false;
      if (isNews) askSoon();
    }
    // what changes while an answer is on its way may not stand in it
    function askSoon(): void {
      isNews = true;
      if (!isAsking && !isGone) gathering ??= setTimeout(() => void ask(), GATHER_MS);
    }
    const stop = listenTo((age) => `${endpoints.catalogueEvents.path}?age=${age}`, {
      onChanged: (topics) => {
        if (topics.includes('catalogue')) askSoon();
      },
      onRefresh: askSoon,
      // the refusal of the call leads to the login
      onOver: askSoon,
    });
    return () => {
      isGone = true;
      clearTimeout(gathering);
      stop();
    };
  }, [client]);
}
