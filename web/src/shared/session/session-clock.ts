import { readSessionHeader } from '@portal/contract/pages/session-header';
import { forgetLastVisit, forgetOthersVisit } from './last-visit.ts';

/**
 * The end of the session by the last answer, and its account. Milliseconds by this machine's clock.
 */
export interface SessionTimes {
  account: string;
  /** If it is not used again. */
  endsAt: number;
  /** However often it is used. */
  latestAt: number;
}

/** An event of this browser's session, here or in another window. */
export type SessionNews =
  | { kind: 'times'; times: SessionTimes }
  /** A person signed out on purpose. */
  | { kind: 'signedOut' }
  /** Another account has signed in. */
  | { kind: 'otherAccount' };

const SECOND = 1000;
const listeners = new Set<(news: SessionNews) => void>();
let known: SessionTimes | null = null;

/**
 * Windows of one browser share the session, and so their news of it; without the channel, each
 * window knows only its own answers.
 */
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portal-session');

function notify(news: SessionNews): void {
  for (const listener of listeners) listener(news);
}

function take(times: SessionTimes): void {
  if (known && known.account !== times.account) {
    forgetOthersVisit(times.account);
    notify({ kind: 'otherAccount' });
    return;
  }
  if (!known) forgetOthersVisit(times.account);
  known = times;
  notify({ kind: 'times', times });
}

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
    // a page without an account ignores the news of other windows
    if (data.kind === 'times' && known) take(data.times);
    else if (data.kind === 'signedOut' && known) notify(data);
  };
  // a test's process ends although the channel is open
  (channel as unknown as { unref?: () => void }).unref?.();
}

/** The account that this page belongs to: `student:12`; null before the first answer. */
export const accountOfPage = (): string | null => known?.account ?? null;
export const sessionTimes = (): SessionTimes | null => known;

/** Reads the session header of an answer. */
export function noteSession(header: string | null): void {
  const session = readSessionHeader(header);
  if (!session) return;
  const now = Date.now();
  const times = {
    account: session.account,
    endsAt: now + session.endsS * SECOND,
    latestAt: now + session.latestS * SECOND,
  };
  take(times);
  channel?.postMessage({ kind: 'times', times } satisfies SessionNews);
}

/** Forgets the account; `onPurpose` notifies other windows. */
export function forgetAccount(onPurpose = false): void {
  known = null;
  if (onPurpose) forgetLastVisit();
  if (onPurpose) channel?.postMessage({ kind: 'signedOut' } satisfies SessionNews);
}

/** Adds a listener for events of the session. Returns a function that removes it. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
