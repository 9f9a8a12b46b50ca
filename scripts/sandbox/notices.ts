import { createHmac, randomUUID } from 'node:crypto';
import type { Shelf, Shelves } from './records/shelf.ts';

/** One report of a partner to the portal. Kept and repeated until the portal has answered it. */
export interface Notice {
  eventId: string;
  /** Path below PUBLIC_URL. */
  path: string;
  /** Notices about one subject go out in their order, one after the other. */
  subject: string;
  body: Record<string, unknown>;
  at: string;
  /**
   * waiting: not answered yet. delivered: 2xx. refused: answered with another status, which
   * repeating would not change.
   */
  state: 'waiting' | 'delivered' | 'refused';
  tries: number;
  lastAnswer: string | null;
}

/** The value of X-Partner-Signature: time in seconds and HMAC-SHA256 over "{t}.{raw body}". */
function signature(secret: string, raw: string, now: number): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex')}`;
}

/** Sends notices and remembers them. */
export interface Notices {
  /** Makes a notice with a fresh eventId and the time, and starts sending it. */
  send(path: string, subject: string, body: Record<string, unknown>): Notice;
  /** Sends a stored notice once more, whatever became of it. Null: no such notice. */
  again(eventId: string): Notice | null;
  of(subject: string): Notice[];
  all(): Notice[];
  close(): void;
}

const firstPause = 500;
const longestPause = 30_000;
const TIMEOUT_MS = 15_000;
const repeatable = (status: number) =>
  status >= 500 || status === 408 || status === 425 || status === 429;

/**
 * Opens the stored notices of a shelf and goes on with those that wait. `secretOf` gives the secret
 * shared for a path.
 */
export function createNotices(
  shelves: Shelves,
  publicUrl: string,
  secretOf: (path: string) => string,
  now: () => number,
): Notices {
  const shelf: Shelf<Notice> = shelves.shelf('notices');
  const lines = new Map<string, Promise<void>>();
  const stop = new AbortController();

  const pause = (ms: number) =>
    new Promise<void>((resume) => {
      const timer = setTimeout(resume, ms);
      timer.unref();
      stop.signal.addEventListener('abort', () => resume(), { once: true });
    });
  const tryOnce = async (notice: Notice): Promise<Notice> => {
    const raw = JSON.stringify(notice.body);
    const headers = {
      'Content-Type': 'application/json',
      'X-Partner-Signature': signature(secretOf(notice.path), raw, now()),
    };
    try {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const answer = await fetch(publicUrl + notice.path, {
        method: 'POST',
        headers,
        body: raw,
        signal,
        redirect: 'manual',
      });
      await answer.arrayBuffer();
      const state = answer.ok ? 'delivered' : repeatable(answer.status) ? 'waiting' : 'refused';
      return { ...notice, state, tries: notice.tries + 1, lastAnswer: String(answer.status) };
    } catch {
      return { ...notice, tries: notice.tries + 1, lastAnswer: 'no answer' };
    }
  };
  const deliver = async (eventId: string) => {
    for (let wait = firstPause; !stop.signal.aborted; wait = Math.min(wait * 2, longestPause)) {
      const notice = shelf.get(eventId);
      if (notice?.state !== 'waiting') return;
      const after = await tryOnce(notice);
      if (stop.signal.aborted) return;
      shelf.put(eventId, after);
      if (after.state !== 'waiting') return;
      await pause(wait);
    }
  };
  const enqueue = (notice: Notice) => {
    const before = lines.get(notice.subject) ?? Promise.resolve();
    const line = before
      .then(() => deliver(notice.eventId))
      .finally(() => lines.get(notice.subject) === line && lines.delete(notice.subject));
    lines.set(notice.subject, line);
  };

  for (const notice of shelf.all()) if (notice.state === 'waiting') enqueue(notice);
  return {
    send: (path, subject, body) => {
      const eventId = randomUUID();
      const at = new Date(now()).toISOString();
      const notice: Notice = {
        eventId,
        path,
        subject,
        body: { eventId, ...body, at },
        at,
        state: 'waiting',
        tries: 0,
        lastAnswer: null,
      };
      enqueue(shelf.put(eventId, notice));
      return notice;
    },
    again: (eventId) => {
      const notice = shelf.get(eventId);
      if (!notice) return null;
      const waiting = shelf.put(eventId, { ...notice, state: 'waiting' });
      enqueue(waiting);
      return waiting;
    },
    of: (subject) => shelf.all().filter((notice) => notice.subject === subject),
    all: () => shelf.all(),
    close: () => stop.abort(),
  };
}
