import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { register } from 'prom-client';
import { notePageFingerprint, withIntegrity } from './page-scripts.ts';
import type { WebFiles } from './web-files.ts';

const file = (text: string) => ({
  type: 'text/javascript',
  etag: '',
  immutable: true,
  plain: Buffer.from(text),
  br: null,
  gzip: null,
});
const filesOf = (text: string): WebFiles => new Map([['/assets/index-aB3dE6fG.js', file(text)]]);
const page =
  '<head><script type="module" crossorigin src="/assets/index-aB3dE6fG.js"></script><link ' +
  'rel="icon" href="/mark.svg"></head>';
const config = { acceptJsUrl: 'https://js.authorize.net/v1/Accept.js' };

test('each own script that a page names has its hash there, and nothing else is touched', () => {
  const hash = createHash('sha384').update('start()').digest('base64');
  expect(withIntegrity(page, filesOf('start()'))).toBe(
    page.replace('.js">', `.js" integrity="sha384-${hash}">`),
  );
  expect(withIntegrity(page, new Map())).toBe(page);
});

/** The labels of the one fingerprint that there is. */
async function fingerprintOf(
  html: string,
  files: WebFiles,
  scripts: Parameters<typeof notePageFingerprint>[2],
): Promise<unknown> {
  notePageFingerprint(html, files, scripts);
  const values = (await register.getSingleMetric('portal_page_fingerprint')?.get())?.values ?? [];
  expect(values.map(({ value }) => value)).toEqual([1]);
  return values[0]?.labels;
}

test('the fingerprint changes with scripts, tags and addresses only', async () => {
  const first = await fingerprintOf(page, filesOf('start()'), config);
  expect(await fingerprintOf(page, filesOf('start()'), config)).toEqual(first);
  const others = [
    await fingerprintOf(page, filesOf('start();skim()'), config),
    await fingerprintOf(
      `${page}<script src="https://evil.test/x.js"></script>`,
      filesOf('start()'),
      config,
    ),
    await fingerprintOf(page, filesOf('start()'), {
      acceptJsUrl: 'https://js.authorize.net/v2/Accept.js',
    }),
    await fingerprintOf(page, filesOf('start()'), {
      acceptJsUrl: 'https://evil.test/v1/Accept.js',
    }),
  ];
  expect(new Set([first, ...others].map((labels) => JSON.stringify(labels))).size).toBe(5);
});
