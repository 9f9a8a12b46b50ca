import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { aPortal } from '../../testing/portal.ts';
import { pagePolicy } from '../security/security-headers.ts';
import { readWebFiles } from './web-files.ts';

/** A file as it comes over the wire: `fetch` would undo the compression. */
async function rawGet(
  url: string,
  takes: string,
): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { headers: { 'accept-encoding': takes } }, resolve).on('error', reject);
  const answer = await promise;
  const chunks = await answer.toArray();
  return { headers: answer.headers, body: Buffer.concat(chunks).toString() };
}

const configIn = (page: string) =>
  JSON.parse(
    /<script type="application\/json" id="portal-config">(.*?)<\/script>/.exec(page)?.[1] ?? 'null',
  );

test('a page holds what it needs to know, and a nonce that its policy names', async () => {
  const portal = await aPortal();
  const answer = await portal.get('/login');
  const config = configIn(await answer.text());
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('cache-control'),
  ]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
  expect(config).toEqual({
    acceptJsUrl: 'http://cards.test:8090/v1/Accept.js',
    cardsLoginId: 'login',
    cardsClientKey: '</script>',
    version: '1.2.3',
    nonce: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
    requestId: answer.headers.get('x-request-id'),
  });
  expect(answer.headers.get('content-security-policy')).toContain(
    `script-src 'self' 'nonce-${config.nonce}' http://cards.test:8090;`,
  );
});

test.each([
  ['/', 'lang=he', 'פורטל'],
  ['/myaccount', 'isLoggedIn=1; lang=he', 'פורטל'],
  ['/', 'lang=en', 'Student portal'],
  ['/', 'lang=fr', 'Student portal'],
  ['/admin/login', 'lang=he', 'Student portal'],
  ['/ADMIN', 'lang=he', 'Student portal'],
])('%s with the cookie %s is titled %s', async (path, cookie, title) => {
  const portal = await aPortal();
  const answer = await portal.get(path, { cookie });
  expect(await answer.text()).toContain(`<title>${title}</title>`);
  expect(answer.headers.get('vary')).toContain('Cookie');
});

test('the built pages contain none, in any language', async () => {
  const portal = await aPortal();
  for (const path of ['/index.html', '/he.html']) expect((await portal.get(path)).status).toBe(404);
});

test.each([
  ['/', '', false],
  ['/', 'lang=he', false],
  ['/login', '', false],
  ['/study-abroad/700003/1/TTI', '', false],
  ['/admin', '', true],
  ['/ADMIN/login', 'lang=he', true],
  ['/study-abroad-refund/700003/1/2', '', true],
])('%s with the cookie "%s" names the scripts of staff: %s', async (path, cookie, named) => {
  const portal = await aPortal();
  const page = await (await portal.get(path, { cookie })).text();
  expect(page.includes('/assets/staff-routes-aB3dE6fG.js')).toBe(named);
  expect(page).toContain('/assets/index-aB3dE6fG.js');
});

test('no two pages have the same nonce', async () => {
  const portal = await aPortal();
  const [one, two] = await Promise.all([portal.get('/'), portal.get('/')]);
  expect(configIn(await one.text()).nonce).not.toBe(configIn(await two.text()).nonce);
});

test('an unknown page is the app, with 404', async () => {
  const portal = await aPortal();
  for (const path of [
    '/nowhere',
    '/create/12',
    '/../../etc/passwd',
    '/%2e%2e/secret',
    '/%E0%A4%A',
    '/index.html.br',
  ]) {
    const answer = await portal.get(path);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('id="root"'),
    ]);
  }
});

test('the policy allows no script and no style but own ones, by file or by nonce', () => {
  const policy = pagePolicy(
    {
      acceptJsUrl: 'https://jstest.authorize.net/v1/Accept.js',
      recaptchaJsUrl: 'https://www.google.com/recaptcha/api.js',
    },
    'abc',
  );
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce-abc' https://jstest.authorize.net https://www.google.com " +
      'https://www.gstatic.com',
    "style-src 'self' 'nonce-abc'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self' https://jstest.authorize.net https://apitest.authorize.net " +
      'https://www.google.com',
    'frame-src https://www.google.com',
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-uri /csp-reports',
    'report-to csp',
  ]);
  expect(policy).not.toMatch(/unsafe|\*/);
});

test.each([
  { takes: 'gzip, deflate, br', sent: 'in brotli', encoding: 'br' },
  { takes: 'gzip', sent: 'in gzip', encoding: 'gzip' },
  { takes: 'br;q=0, gzip', sent: 'in gzip', encoding: 'gzip' },
  { takes: 'identity', sent: 'start()', encoding: null },
])(
  'a browser that takes $takes gets the file in $encoding, to be kept for ever',
  async ({ takes, sent, encoding }) => {
    const portal = await aPortal();
    const { headers, body } = await rawGet(`${portal.url}/assets/index-aB3dE6fG.js`, takes);
    expect(body).toBe(sent);
    expect([headers['content-encoding'] ?? null, headers.vary]).toEqual([
      encoding,
      'Accept-Encoding',
    ]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  },
);

test('a file without a hash is revalidated, and not sent again if unchanged', async () => {
  const portal = await aPortal();
  const first = await portal.get('/mark.svg');
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const again = await portal.get('/mark.svg', { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a page whose address holds a secret sends no referrer', async () => {
  const portal = await aPortal();
  const policyOf = async (path: string) => (await portal.get(path)).headers.get('referrer-policy');
  const mailed = [
    '/register/YUBiLmNv/2/MjM0?invitation=s3cret',
    '/create/12/s3cret',
    '/Reset/12/s3cret',
    '/admin/create/3/s3cret',
  ];
  for (const path of [...mailed, '/admin/reset/3/s3cret', '/startExam/s3cret'])
    expect(await policyOf(path)).toBe('no-referrer');
  expect(await policyOf('/login')).toBe('strict-origin-when-cross-origin');
});

test('a file that is missing is not answered with a page', async () => {
  const portal = await aPortal();
  const answer = await portal.get('/assets/gone-12345678.js');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'text/plain; charset=utf-8',
  ]);
});

test('files are found by their browser path, with compressed variants', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-'));
  try {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<html>');
    await writeFile(join(folder, 'assets', 'index-Abc_123-.js'), 'plain');
    await writeFile(join(folder, 'assets', 'index-Abc_123-.js.br'), 'small');
    const files = await readWebFiles(folder);
    expect([...files.keys()].sort()).toEqual(['/assets/index-Abc_123-.js', '/index.html']);
    expect(files.get('/assets/index-Abc_123-.js')).toMatchObject({
      immutable: true,
      br: Buffer.from('small'),
      gzip: null,
    });
    expect(files.get('/index.html')).toMatchObject({ immutable: false, br: null });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the style of the placeholder has the nonce of its page', async () => {
  const portal = await aPortal();
  const page = await (await portal.get('/login')).text();
  expect(page).toContain(`<style nonce="${configIn(page).nonce}">.shell{}</style>`);
});

test('the service worker is never cached and may reach our server only', async () => {
  const portal = await aPortal();
  const answer = await portal.get('/sw.js');
  expect([
    answer.status,
    answer.headers.get('cache-control'),
    answer.headers.get('content-security-policy'),
  ]).toEqual([200, 'public, max-age=0, must-revalidate', "default-src 'none'; connect-src 'self'"]);
});
