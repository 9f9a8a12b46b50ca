import { expect, test } from '@jest/globals';
import { register } from 'prom-client';
import { aPortal } from '../../testing/portal.ts';

/** Returns the counts so far: directive and class of the blocked resource. */
async function counted(name = 'portal_csp_reports_total'): Promise<Record<string, number>> {
  const metric = await register.getSingleMetric(name)?.get();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  );
}
async function countedAnew(
  work: () => Promise<void>,
  name?: string,
): Promise<Record<string, number>> {
  const before = await counted(name);
  await work();
  const after = Object.entries(await counted(name)).map(
    ([labels, value]) => [labels, value - (before[labels] ?? 0)] as const,
  );
  return Object.fromEntries(after.filter(([, value]) => value > 0));
}

const newer = (effectiveDirective: string, blockedURL: string, type = 'csp-violation') => ({
  type,
  url: 'http://portal.test/create/12/secret-of-a-link',
  body: {
    effectiveDirective,
    blockedURL,
    documentURL: 'http://portal.test/create/12/secret-of-a-link',
    disposition: 'enforce',
  },
});
const older = (directive: string, uri: string) => ({
  'csp-report': {
    'document-uri': 'http://portal.test/packages',
    'violated-directive': directive,
    'blocked-uri': uri,
  },
});
type Portal = Awaited<ReturnType<typeof aPortal>>;
const send = (portal: Portal, body: unknown, type = 'application/reports+json') =>
  fetch(`${portal.url}/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': type, origin: 'null' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('pages and answers name the report address, in both syntaxes', async () => {
  const portal = await aPortal();
  const { headers } = await portal.get('/packages');
  expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"');
  expect(headers.get('content-security-policy')).toMatch(
    /; report-uri \/csp-reports; report-to csp$/,
  );
});

test('both report formats count by directive and class, without their origin', async () => {
  const portal = await aPortal();
  const found = await countedAnew(async () => {
    const list = [
      newer('script-src-elem', 'https://evil.test/skimmer.js'),
      newer('script-src-elem', 'inline'),
      newer('script-src', 'eval'),
      newer('connect-src', 'https://evil.test/?card=4111111111111111'),
      newer('img-src', 'http://portal.test/assets/a.png'),
      newer('script-src-elem', 'chrome-extension'),
      newer('script-src-elem', 'moz-extension://abc/x.js'),
      newer('no-such-directive', 'https://evil.test'),
      newer('script-src', 'inline', 'deprecation'),
    ];
    expect((await send(portal, list)).status).toBe(204);
    expect(
      (
        await send(
          portal,
          older('script-src-elem', 'https://evil.test/x.js'),
          'application/csp-report',
        )
      ).status,
    ).toBe(204);
  });
  expect(found).toEqual({
    'script-src-elem other': 2,
    'script-src-elem inline': 1,
    'script-src eval': 1,
    'connect-src other': 1,
    'img-src own': 1,
    'script-src-elem extension': 2,
    'other other': 1,
  });
  const kept = [await counted(), await counted('portal_csp_reports_left_total')];
  expect(JSON.stringify(kept)).not.toMatch(/evil\.test|secret-of-a-link|4111/);
});

test.each([
  { what: 'no JSON', body: '{', why: 'unread' },
  { what: 'far too much', body: JSON.stringify({ x: 'x'.repeat(20_000) }), why: 'unread' },
  { what: 'no report', body: '{"constructor":{"csp-report":{}}}', why: 'none' },
  { what: 'a report of another type', body: 'csp', type: 'text/plain', why: 'none' },
  {
    what: 'names of prototypes',
    body: '[{"type":"csp-violation","body":{"__proto__":{"blockedURL":"inline"}}}]',
    counted: { 'other inline': 1 },
  },
  {
    what: 'numbers',
    body: '[{"type":"csp-violation","body":{"effectiveDirective":1,"blockedURL":{}}}]',
    counted: { 'other inline': 1 },
  },
])(
  '$what is answered with 204 and counts nothing else',
  async ({ body, type, why, counted: expected }) => {
    const portal = await aPortal();
    let unread: Record<string, number> = {};
    const found = await countedAnew(async () => {
      unread = await countedAnew(
        async () => void expect((await send(portal, body, type)).status).toBe(204),
        'portal_csp_reports_left_total',
      );
    });
    expect([found, unread]).toEqual([expected ?? {}, why ? { [why]: 1 } : {}]);
  },
);

test('limits reports by address and minute, and within one request', async () => {
  const portal = await aPortal();
  const many = await countedAnew(
    async () =>
      void (
        await send(
          portal,
          Array.from({ length: 50 }, () => newer('img-src', 'inline')),
        )
      ).status,
  );
  expect(many).toEqual({ 'img-src inline': 20 });
  const answers = await Promise.all(Array.from({ length: 70 }, () => send(portal, [])));
  const late = answers.filter(({ status }) => status === 429);
  expect(late.length).toBe(70 - 59);
  expect(late[0]?.headers.get('retry-after')).toBe('60');
});

test('only POST is a report', async () => {
  const portal = await aPortal();
  expect((await portal.get('/csp-reports')).status).toBe(404);
});
