import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '../place/prepare.ts';

/** A signed-in student with their cookies. */
export interface SignedIn {
  readonly cookie: string;
}

export interface Exchanged {
  readonly status: number;
  readonly body: unknown;
}

const TRIES = 5;
const AGAIN_MS = 2_000;
/** Longest time in a queue. */
const QUEUED_MS = 10 * 60_000;

/**
 * Signs a student in. Retries when the portal is too busy, and polls with the given place when it
 * has a queue. Throws when it refuses.
 */
export async function signIn(url: string, { email, password }: User): Promise<SignedIn> {
  const until = performance.now() + QUEUED_MS;
  let place = '';
  for (let failures = 0; ; ) {
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(place ? { cookie: place } : {}) },
      body: JSON.stringify({ email, password }),
    });
    await answer.arrayBuffer();
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    if (answer.status === 200) return { cookie: cookies.join('; ') };
    const isQueued = answer.status === 429 && performance.now() < until;
    if (!isQueued) failures += 1;
    if ((!isQueued && answer.status < 500) || failures === TRIES)
      throw new Error(`a student could not sign in: ${answer.status}`);
    place = cookies.find((cookie) => /^(?:__Host-)?place=/.test(cookie)) ?? place;
    const seconds = Number(answer.headers.get('retry-after'));
    await pause(isQueued && seconds > 0 ? seconds * 1000 : AGAIN_MS);
  }
}

/** Makes calls of a student; undefined when no answer came. */
export const exchangeOf =
  (url: string, { cookie }: SignedIn) =>
  async (method: 'GET' | 'POST', path: string, body?: object): Promise<Exchanged | undefined> => {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          cookie,
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : undefined };
    } catch {
      return undefined;
    }
  };
