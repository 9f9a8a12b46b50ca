import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { login } from '@portal/contract/students/auth';
import { Person } from '../../portal-user/person.ts';
import type { User } from '../place/prepare.ts';

const TRIES = 5;
const AGAIN_MS = 2_000;
/** Longest time in a queue. */
const QUEUED_MS = 10 * 60_000;

/**
 * Signs a student in. Retries when the portal is too busy, and waits when it has a queue. Throws
 * when it refuses.
 */
export async function signIn(url: string, { email, password }: User): Promise<Person> {
  const agent = new (url.startsWith('https:') ? SecureAgent : Agent)({ keepAlive: true });
  const person = new Person(url, { agent, queueMs: QUEUED_MS });
  for (let tries = 1; ; tries += 1) {
    const { status } = await person.askInTurn(login, { email, password });
    if (status === 200) return person;
    if (status < 500 || tries === TRIES) throw new Error(`a student could not sign in: ${status}`);
    await pause(AGAIN_MS);
  }
}
