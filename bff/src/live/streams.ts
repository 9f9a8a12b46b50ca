import { type LiveEvent, type LiveTopic, staffTopics } from '@portal/contract/live';
import { DomainError, unavailable } from '@portal/kit/errors';
import { steadyNow } from '@portal/kit/steady-clock';
import { Gauge } from 'prom-client';
import type { Account } from '../http/session/sessions.ts';
import { Missed } from './missed.ts';
import type { Subject } from './subject.ts';

/**
 * Open pages of one sign-in, and of one account in all its sign-ins. A browser keeps six
 * connections to one host over HTTP/1.1.
 */
const MAX_PER_SESSION = 4;
const MAX_PER_ACCOUNT = 12;
const BEAT_MS = 20_000;
/**
 * When the portal stops, its pages reconnect after so long to twice as long: another replica serves
 * them.
 */
const AGAIN_MS = 1000;
/** Changes of one command come as several events: pages get them together. */
const GATHER_MS = 50;

/** One open page. */
export interface OpenPage {
  subject: Subject;
  account: Account;
  sid: string;
  send: (event: LiveEvent, data: object, id: number) => void;
  /** Ends the stream; `againMs`: the browser may reconnect after so long. */
  end: (againMs?: number) => void;
  /** Whether the session still exists; null while Redis is unavailable. */
  isSignedIn: () => Promise<boolean | null>;
}

/** The open pages of this replica, and the notices that they get. */
export interface LiveStreams {
  /**
   * Adds a page; gives the function to call when it disconnects. `since`: when it was last up to
   * date. Refuses with too_many_streams, or unavailable when the portal is about to stop.
   */
  open(page: OpenPage, since: number | null): () => void;
  notify(subject: Subject | 'everybody', topics: readonly LiveTopic[]): void;
  /** Whether changes are heard; when they are again, anything may have changed. */
  setHearing(isHearing: boolean): void;
  /** Ends the pages whose session is over: all, or those of an account or of one session. */
  checkSessions(of?: Account | { sid: string }): Promise<void>;
  /** Ends every page and takes none in any more. */
  stop(): void;
}

/** Returns those of some topics that a page may receive. */
const visibleTo = ({ account }: OpenPage, topics: readonly LiveTopic[]): readonly LiveTopic[] =>
  account.kind === 'staff' ? topics : topics.filter((topic) => !staffTopics.includes(topic));

const isSame = (one: Account, other: Account): boolean =>
  one.kind === other.kind && one.id === other.id;

let openPages = () => 0;
new Gauge({
  name: 'portal_open_streams',
  help: 'Pages that are told of changes',
  collect() {
    this.set(openPages());
  },
});

export function createLiveStreams(clock: () => number = () => steadyNow().getTime()): LiveStreams {
  const pages = new Set<OpenPage>();
  const about = new Map<Subject, Set<OpenPage>>();
  const missed = new Missed();
  const waiting = new Map<Subject | 'everybody', Set<LiveTopic>>();
  let gathering: NodeJS.Timeout | undefined;
  let hearing = false;
  let stopped = false;
  openPages = () => pages.size;

  const sendTo = (to: Iterable<OpenPage>, event: LiveEvent, data: object = {}) => {
    for (const page of to) page.send(event, data, clock());
  };
  const sendChanged = (page: OpenPage, topics: readonly LiveTopic[]) => {
    const visible = visibleTo(page, topics);
    if (visible.length > 0) sendTo([page], 'changed', { topics: visible });
  };
  const drop = (page: OpenPage) => {
    pages.delete(page);
    const others = about.get(page.subject);
    others?.delete(page);
    if (others?.size === 0) about.delete(page.subject);
  };
  const end = (page: OpenPage, againMs?: number) => {
    drop(page);
    page.end(againMs);
  };

  function notifyAll(): void {
    gathering = undefined;
    for (const [subject, topics] of waiting) {
      const concerned = subject === 'everybody' ? pages : (about.get(subject) ?? []);
      for (const page of concerned) sendChanged(page, [...topics]);
    }
    waiting.clear();
  }

  async function checkSessions(of?: Account | { sid: string }): Promise<void> {
    const affected = [...pages].filter(
      ({ account, sid }) => !of || ('sid' in of ? of.sid === sid : isSame(of, account)),
    );
    await Promise.all(
      affected.map(async (page) => {
        if ((await page.isSignedIn()) !== false || !pages.has(page)) return;
        sendTo([page], 'over');
        end(page);
      }),
    );
  }

  const beating = setInterval(() => {
    missed.tidy(clock());
    void checkSessions().then(() => sendTo(pages, 'beat'));
  }, BEAT_MS).unref();

  return {
    checkSessions,

    open(page, since) {
      if (stopped) throw unavailable();
      const { sid, account } = page;
      const ofAccount = [...pages].filter((other) => isSame(other.account, account));
      if (
        ofAccount.length >= MAX_PER_ACCOUNT ||
        ofAccount.filter((other) => other.sid === sid).length >= MAX_PER_SESSION
      )
        throw new DomainError(429, 'too_many_streams', 'The portal is open in too many windows.', {
          retryAfter: 30,
        });
      pages.add(page);
      const others = about.get(page.subject) ?? new Set();
      about.set(page.subject, others.add(page));
      sendTo([page], hearing ? 'ready' : 'away');
      if (hearing && since !== null) {
        const topics = missed.since(page.subject, since, clock());
        if (topics === null) sendTo([page], 'refresh');
        else sendChanged(page, topics);
      }
      return () => drop(page);
    },

    notify(subject, topics) {
      missed.note(subject, topics, clock());
      if (subject !== 'everybody' && !about.has(subject)) return;
      const known = waiting.get(subject) ?? new Set();
      for (const topic of topics) known.add(topic);
      waiting.set(subject, known);
      gathering ??= setTimeout(notifyAll, GATHER_MS);
    },

    setHearing(isHearing) {
      if (isHearing === hearing) return;
      hearing = isHearing;
      if (isHearing) missed.begin(clock());
      else missed.end();
      sendTo(pages, isHearing ? 'refresh' : 'away');
    },

    stop() {
      stopped = true;
      clearInterval(beating);
      clearTimeout(gathering);
      // not all at the same moment
      for (const page of pages) end(page, AGAIN_MS + Math.floor(Math.random() * AGAIN_MS));
    },
  };
}
