import { expect, test } from '@jest/globals';
import { call } from '@portal/contract/call';
import type { Response } from 'express';
import * as z from 'zod';
import { aPortal, aStudentSession, problemIn } from '../../testing/portal.ts';
import { route } from '../route.ts';
import {
  setBotProofCookie,
  setKnownBrowserCookie,
  setLanguageCookie,
  setPendingCookie,
  setPlaceCookie,
  setProofCookie,
  setSessionCookies,
} from './cookies.ts';

const safe = { secure: true };
const namesIn = (answer: globalThis.Response): string[] =>
  answer.headers.getSetCookie().map((line) => line.split('=')[0] ?? '');

test.each([
  { https: true, names: ['__Host-sid', 'isLoggedIn', 'roles'] },
  { https: false, names: ['sid', 'isLoggedIn', 'roles'] },
])(
  'signing out (https: $https) takes away the cookies $names, for the whole host',
  async ({ https, names }) => {
    const portal = await aPortal({ https });
    const answer = await portal.post('/api/logout', {}, await portal.signedIn(aStudentSession()));
    expect([answer.status, namesIn(answer)]).toEqual([200, names]);
    for (const line of answer.headers.getSetCookie()) {
      expect(line).toMatch(/; Path=\//);
      expect(line).not.toMatch(/; Domain=/i);
      expect(line.includes('; Secure')).toBe(https);
    }
  },
);

test('over https only the prefixed session cookie counts, safe from subdomains', async () => {
  const portal = await aPortal({ https: true, routes: [] });
  const [sid = ''] =
    (await portal.signedIn(aStudentSession()))['cookie']?.split('=').slice(1) ?? [];
  const events = (cookie: string) =>
    fetch(`${portal.url}/api/events?age=x`, { headers: { cookie } });
  expect((await problemIn(await events(`sid=${sid}`))).code).toBe('not_signed_in');
  expect((await problemIn(await events(`__host-sid=${sid}; __Host-sid =x`))).code).not.toBe(
    'malformed',
  );
  expect((await problemIn(await events(`__Host-sid=${sid}`))).code).toBe('malformed');
});

test.each([
  { replay: undefined, status: 500, names: [] },
  { replay: 'refused' as const, status: 200, names: ['pending'] },
])(
  'a keyed call sets a credential only where it says what its replay gets ($replay)',
  async ({ replay, status, names }) => {
    const issue = call({
      method: 'POST',
      path: '/api/issue',
      keyed: true,
      summary: '',
      permission: 'account.sign_in',
      answer: z.object({}),
      ...(replay ? { replay } : {}),
    } as const);
    const issuing = route(issue, async ({ response }, { cookies }) => {
      setPendingCookie(response, cookies, 'token');
      return {};
    });
    const portal = await aPortal({ routes: [issuing] });
    const answer = await portal.post('/api/issue', {});
    expect([answer.status, namesIn(answer)]).toEqual([status, names]);
  },
);

test.each([
  {
    cookie: 'sid',
    set: (to: Response) => setSessionCookies(to, safe, 'x', { roles: [], lifeMs: 1 }),
  },
  { cookie: 'pending', set: (to: Response) => setPendingCookie(to, safe, 'x') },
  { cookie: 'pwreset', set: (to: Response) => setProofCookie(to, safe, 'x') },
  { cookie: 'botcheck', set: (to: Response) => setBotProofCookie(to, safe, 'x') },
  { cookie: 'known', set: (to: Response) => setKnownBrowserCookie(to, safe, 'x', 1) },
  { cookie: 'lang', set: (to: Response) => setLanguageCookie(to, safe, 'he') },
  { cookie: 'place', set: (to: Response) => setPlaceCookie(to, safe, 'x', 1000) },
])(
  'each cookie is Secure and SameSite=Lax, and HttpOnly unless pages read it: $cookie',
  ({ set }) => {
    const lines: string[] = [];
    set({ locals: {}, append: (_name: string, line: string) => lines.push(line) } as never);
    for (const line of lines) {
      expect(line).toMatch(/; Secure; SameSite=Lax$/);
      const isRead = /^(?:isLoggedIn|roles|lang)=/.test(line);
      expect([line.startsWith('__Host-'), line.includes('; HttpOnly;')]).toEqual([
        !isRead,
        !isRead,
      ]);
    }
    expect(lines.length).toBeGreaterThan(0);
  },
);
