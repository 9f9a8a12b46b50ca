import type { LiveTopic } from '@portal/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { answerKey, type Named } from '../api/calls.ts';
import { askingAgain } from './ask-again.ts';
import { listenTo } from './listen-to.ts';

interface News {
  /** The stream of the contract with these events. */
  stream: Named;
  /** The subject of the stream; empty: all of it. */
  about?: Readonly<Record<string, number>>;
  /** The topics of the page; others are ignored. */
  topics: readonly LiveTopic[];
  /** Calls whose cached answers are reloaded. */
  refreshes: readonly Named[];
}

/** Keeps a page up to date: reloads its data when other people changed some of it. */
export function useNews({ stream, about = {}, topics, refreshes }: News): void {
  const client = useQueryClient();
  const { path } = stream;
  const query = Object.entries(about)
    .map(([name, value]) => `&${name}=${value}`)
    .join('');
  const shown = useRef({ topics, refreshes });
  shown.current = { topics, refreshes };
  useEffect(() => {
    const again = askingAgain(() =>
      Promise.all(
        shown.current.refreshes.map((call) =>
          client.invalidateQueries({ queryKey: answerKey(call) }),
        ),
      ),
    );
    const stopListening = listenTo((age) => `${path}?age=${age}${query}`, {
      onChanged: (changed) => {
        if (shown.current.topics.some((topic) => changed.includes(topic))) again.soon();
      },
      onRefresh: again.soon,
      // the refusal of a call leads to the login page
      onOver: again.soon,
    });
    return () => {
      again.stop();
      stopListening();
    };
  }, [client, path, query]);
}
