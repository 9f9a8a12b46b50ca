import type { BrowserContext } from 'playwright-core';
import type { Person } from '../../portal-user/person.ts';

/** Gives a browser the session of a person who has signed in by calls. */
export const signIn = (context: BrowserContext, url: string, person: Person): Promise<void> =>
  context.addCookies(
    ['sid', 'isLoggedIn', 'roles'].map((name) => ({ name, value: person.cookie(name) ?? '', url })),
  );
