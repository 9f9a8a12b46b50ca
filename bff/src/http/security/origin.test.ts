import { expect, test } from '@jest/globals';
import { aStudentSession, problemIn } from '../../testing/portal.ts';
import { portalThat } from '../../testing/sample-calls.ts';

test.each([
  { headers: { origin: 'https://evil.test' } },
  { headers: { origin: 'null' } },
  { headers: { 'sec-fetch-site': 'cross-site' } },
  { headers: { origin: 'http://portal.test.evil.test', 'sec-fetch-site': 'same-site' } },
])('a change that comes from another site ($headers) is refused', async ({ headers }) => {
  const portal = await portalThat();
  const answer = await portal.post('/api/open', {}, headers as Record<string, string>);
  expect([answer.status, (await problemIn(answer)).code]).toEqual([403, 'cross_site']);
});

test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }])(
  'a call that only reads what is personal is refused to another site (%j) too',
  async (headers) => {
    const portal = await portalThat();
    const cookie = await portal.signedIn(aStudentSession());
    const own = await portal.get('/api/look', { ...cookie, ...headers } as Record<string, string>);
    expect([own.status, (await problemIn(own)).code]).toEqual([403, 'cross_site']);
  },
);

test('a change from either name of the portal or from a script passes', async () => {
  const portal = await portalThat();
  for (const headers of [
    {},
    { origin: 'http://portal.test' },
    { origin: portal.url, 'sec-fetch-site': 'same-origin' },
  ])
    expect((await portal.post('/api/open', {}, headers as Record<string, string>)).status).toBe(
      200,
    );
});
