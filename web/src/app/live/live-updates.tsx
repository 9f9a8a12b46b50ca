import { notifications } from '@mantine/notifications';
import type { LiveTopic } from '@portal/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerKey, type Named } from '../../shared/calls.ts';
import { examsCall, studentSessionsCall } from '../../shared/exam-rows.ts';
import { creditsCall, paymentMethodsCall, studentCall } from '../../shared/student.ts';
import { listen } from './listen.ts';

/** Answers that are no longer right when a topic changed. */
const answersAbout: Readonly<Record<LiveTopic, Named>> = {
  exams: examsCall,
  sessions: studentSessionsCall,
  credits: creditsCall,
  cards: paymentMethodsCall,
  profile: studentCall,
};
const everything = Object.keys(answersAbout) as LiveTopic[];

/** What comes together is asked for once; when everybody has to ask, not all at the same moment. */
const GATHER_MS = 100;
const SPREAD_MS = 900;
/** Signing out here ends the stream as well: the page is gone before this. */
const LEAVE_AFTER_MS = 1000;
/** A change so soon after something was done here is that. */
const OWN_MS = 5000;

/** Once at a time, however much changes. */
const say = () => notifications.show({ id: 'exams-updated', message: 'Your exams were updated.' });

/** Keeps an open page right: what was changed elsewhere is asked for again, and it is said when that changed the list of exams. */
export function LiveUpdates(): null {
  const client = useQueryClient();

  useEffect(() => {
    const changed = new Set<LiveTopic>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;

    const exams = () => client.getQueryData(answerKey(examsCall, {}));
    const isOwn = () =>
      client
        .getMutationCache()
        .getAll()
        .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < OWN_MS);

    async function ask(): Promise<void> {
      gathering = undefined;
      const calls = [...changed].map((topic) => answersAbout[topic]);
      changed.clear();
      const before = exams();
      await Promise.all(calls.map((call) => client.invalidateQueries({ queryKey: answerKey(call) })));
      if (!isGone && before !== undefined && before !== exams() && !isOwn()) say();
    }
    const askSoon = (topics: readonly LiveTopic[], within: number) => {
      for (const topic of topics) changed.add(topic);
      gathering ??= setTimeout(() => void ask(), within);
    };

    const stop = listen({
      onChanged: (topics) => askSoon(topics, GATHER_MS),
      onRefresh: () => askSoon(everything, GATHER_MS + Math.random() * SPREAD_MS),
      onOver: () => {
        // the refusal of a call leads to the login, from wherever the page is
        leaving = setTimeout(() => void client.invalidateQueries({ queryKey: answerKey(creditsCall) }), LEAVE_AFTER_MS);
      },
    });
    return () => {
      isGone = true;
      clearTimeout(gathering);
      clearTimeout(leaving);
      stop();
    };
  }, [client]);

  return null;
}
