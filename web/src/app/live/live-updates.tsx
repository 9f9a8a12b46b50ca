import type { CallAnswer } from '@portal/contract/call';
import type { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import type { LiveTopic } from '@portal/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerKey, type Named } from '../../shared/api/calls.ts';
import {
  creditHistoryCall,
  creditsCall,
  fileCall,
  historyCall,
  ownPaymentsCall,
  packagesCall,
  paymentMethodsCall,
  recordCall,
  studentCall,
} from '../../shared/api/student.ts';
import { useAbout } from '../../shared/api/student-in-view.tsx';
import { changedExams, examsCall, studentSessionsCall } from '../../shared/exams/exam-rows.ts';
import { announceExamsNews, isOwnChange } from '../../shared/exams/exams-news.tsx';
import { accountOfPage } from '../../shared/session/session-clock.ts';
import { openSessionsCall } from '../../shared/sessions/open-sessions.ts';
import { waitingListCall } from '../../shared/waiting-list/waiting-calls.ts';
import { listen } from './listen.ts';

/** Answers that are no longer right when a topic changed. */
const answersAbout: Readonly<Record<LiveTopic, readonly Named[]>> = {
  exams: [examsCall],
  sessions: [studentSessionsCall],
  credits: [creditsCall, packagesCall],
  cards: [paymentMethodsCall],
  profile: [studentCall],
  file: [fileCall],
  waiting: [waitingListCall, openSessionsCall],
  // of streams of their own: a session's day, the calendar and the catalogue of the office
  sessionDay: [],
  calendar: [],
  catalogue: [],
};
/** Answers that any of them may change. */
const answersAboutAll: readonly Named[] = [
  recordCall,
  historyCall,
  ownPaymentsCall,
  creditHistoryCall,
];
const everything = Object.keys(answersAbout) as LiveTopic[];

/** Changes that arrive together cause one reload; a jitter spreads the reloads of all pages. */
const GATHER_MS = 100;
const SPREAD_MS = 900;
/** Signing out here ends the stream as well; the page has been left before this time. */
const LEAVE_AFTER_MS = 1000;
/** A change during an action of this page, or within this time after it, is its own. */
const OWN_MS = 5000;

/**
 * Keeps an open page up to date: reloads answers that were changed elsewhere, and announces when
 * such a change, and no action on this page, changed the list of exams.
 */
export function LiveUpdates(): null {
  const client = useQueryClient();
  const about = useAbout();

  useEffect(() => {
    const changed = new Set<LiveTopic>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;

    const exams = () =>
      client.getQueryData<CallAnswer<typeof getAllExamsAccordingStudent>>(
        answerKey(examsCall, about),
      )?.exams;
    let endedAt = Number.NEGATIVE_INFINITY;
    const commands = client.getMutationCache();
    const stopWatching = commands.subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status !== 'pending') endedAt = Date.now();
    });
    const isPending = () => commands.getAll().some(({ state }) => state.status === 'pending');
    const isActing = () => isPending() || Date.now() - endedAt < OWN_MS;

    async function ask(): Promise<void> {
      gathering = undefined;
      const calls = [...[...changed].flatMap((topic) => answersAbout[topic]), ...answersAboutAll];
      changed.clear();
      const before = exams();
      await Promise.all(
        calls.map((call) => client.invalidateQueries({ queryKey: answerKey(call) })),
      );
      const now = exams();
      if (isGone || isActing() || before === undefined || now === undefined) return;
      if (changedExams(before, now).some((id) => !isOwnChange(id))) announceExamsNews();
    }
    const askSoon = (topics: readonly LiveTopic[], within: number) => {
      for (const topic of topics) changed.add(topic);
      gathering ??= setTimeout(() => void ask(), within);
    };

    const listener = {
      onChanged: (topics: readonly LiveTopic[]) => askSoon(topics, GATHER_MS),
      onRefresh: () => askSoon(everything, GATHER_MS + Math.random() * SPREAD_MS),
      onOver: () => {
        // the refusal of a call leads to the login, from wherever the page is
        const account = accountOfPage();
        leaving = setTimeout(() => void lookAgain(account), LEAVE_AFTER_MS);
      },
    };
    // of a session that was only replaced, as by a change of password, the answer comes
    async function lookAgain(account: string | null): Promise<void> {
      if (accountOfPage() !== account) return; // signed out here: the login page follows anyway
      // the call that ended it may be unanswered: its answer brings the cookie of the next session
      if (isPending()) {
        leaving = setTimeout(() => void lookAgain(account), LEAVE_AFTER_MS);
        return;
      }
      const queryKey = answerKey(creditsCall);
      const askedAt = Date.now();
      await client.invalidateQueries({ queryKey });
      const activeQueries = client.getQueryCache().findAll({ queryKey, type: 'active' });
      if (!isGone && activeQueries.some(({ state }) => state.dataUpdatedAt >= askedAt))
        stop = listen(listener, about);
    }
    let stop = listen(listener, about);
    return () => {
      isGone = true;
      clearTimeout(gathering);
      clearTimeout(leaving);
      stopWatching();
      stop();
    };
  }, [client, about]);

  return null;
}
