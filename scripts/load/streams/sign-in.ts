import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '../place/prepare.ts';

/** A student who is signed in, by the cookies that say so. */
export interface SignedIn {
  readonly cookie: string;
}

export interface Exchanged {
  readonly status: number;
  readonly body: unknown;
}

const TRIES = 5;
const AGAIN_MS = 2_000;

/** Signs a student in; a portal that is too busy is asked again. Throws when it refuses. */
export async function signIn(url: string, { email, password }: User): Promise<SignedIn> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    await answer.arrayBuffer();
    if (answer.status === 200) {
      const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      return { cookie: cookies.join('; ') };
    }
    if (answer.status < 500 || tries === TRIES)
      throw new Error(`a student could not sign in: ${answer.status}`);
    await pause(AGAIN_MS);
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
