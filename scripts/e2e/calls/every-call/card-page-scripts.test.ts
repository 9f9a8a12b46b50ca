// PCI DSS 6.4.3: compares deploy/card-page-scripts.json with the page as it is built and served,
// its policy, and the sources.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { thePortal } from '../../../portal/place.ts';

const root = join(import.meta.dirname, '../../../..');

interface Listed {
  readonly name: string;
  readonly match: string;
  readonly why: string;
  readonly integrity: string;
  readonly setting?: string;
  readonly loader?: string;
}
interface Inventory {
  readonly authorisedBy: string;
  readonly scripts: readonly Listed[];
  readonly policy: Readonly<Record<string, string>>;
}
const inventory = JSON.parse(
  readFileSync(join(root, 'deploy/card-page-scripts.json'), 'utf8'),
) as Inventory;
const isListed = (script: string): boolean =>
  inventory.scripts.some(({ match }) => new RegExp(match).test(script));

/** Pages with card fields, or from which the app leads to them without a new page. */
const cardPages = [
  '/',
  '/packages',
  '/myaccount',
  '/study-abroad/700003/1/TTI',
  '/add-payment-method/700003/1/TTI',
  '/admin/schools',
  '/admin/school-account',
];

const addressOf = (tag: string): string | undefined => / (?:src|href)="([^"]*)"/.exec(tag)?.[1];
/**
 * Returns the scripts of a page, inline ones included: by address, or by their beginning without
 * one.
 */
function scriptsIn(html: string): { script: string; tag: string }[] {
  const tags = [...html.matchAll(/<script[^>]*>|<link [^>]*>/g)].map(([tag]) => tag);
  return tags
    .filter((tag) => tag.startsWith('<script') || /modulepreload|as="script"/.test(tag))
    .map((tag) => ({ tag, script: addressOf(tag) ?? tag }));
}

test('each script of the inventory has a reason, an authoriser and an integrity method', () => {
  expect(inventory.authorisedBy.length).toBeGreaterThan(20);
  for (const { name, why, integrity } of inventory.scripts)
    expect([name, why.length > 20, integrity.length > 20]).toEqual([name, true, true]);
});

test.each(cardPages)(
  '%s has only scripts of the inventory, and a hash for each own script',
  async (path) => {
    const answer = await fetch(thePortal.url + path);
    const html = await answer.text();
    const scripts = scriptsIn(html);
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.map(({ script }) => script).filter((script) => !isListed(script))).toEqual([]);
    expect(html).not.toMatch(/ on[a-z]+="|javascript:/i);
    for (const { script, tag } of scripts.filter(({ script: address }) =>
      address.startsWith('/'),
    )) {
      const content = Buffer.from(await (await fetch(thePortal.url + script)).arrayBuffer());
      expect(tag).toContain(
        `integrity="sha384-${createHash('sha384').update(content).digest('base64')}"`,
      );
    }
  },
);

test('the policy of these pages is that of the inventory', async () => {
  const { headers } = await fetch(`${thePortal.url}/packages`);
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((rule): [string, string] => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  const html = await (await fetch(`${thePortal.url}/packages`)).text();
  const { acceptJsUrl, recaptchaJsUrl } = JSON.parse(
    /id="portal-config">(.*?)<\/script>/.exec(html)?.[1] ?? '{}',
  ) as Record<string, string>;
  const settings: Readonly<Record<string, string | undefined>> = {
    ACCEPT_JS_URL: acceptJsUrl,
    RECAPTCHA_JS_URL: recaptchaJsUrl,
  };
  for (const [name, listed] of Object.entries(inventory.policy)) {
    const expected = new Set(
      listed
        .split(' ')
        .map((source) => (settings[source] ? new URL(settings[source]).origin : source)),
    );
    const served = (policy.get(name) ?? '').replace(/'nonce-[^']+'/, "'nonce'").split(' ');
    expect([name, new Set(served)]).toEqual([name, expected]);
  }
  expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"');
});

test('the sources load scripts only where the inventory says', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|testing/.test(file),
  );
  const loaders = files.filter((file) =>
    /createElement\(\s*['"]script|insertAdjacentHTML|\.innerHTML\s*=|document\.write/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(loaders.sort()).toEqual(inventory.scripts.flatMap(({ loader }) => loader ?? []).sort());
});

test('the sources register only workers of the inventory', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root });
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const workers = texts.flatMap((text) =>
    [...text.matchAll(/(?:serviceWorker\??\.register|new (?:Shared)?Worker)\(([^)]*)\)/g)].map(
      ([, given = '']) => given,
    ),
  );
  expect(
    workers.map((given) => given.replaceAll("'", '')).filter((address) => !isListed(address)),
  ).toEqual([]);
  expect(workers.length).toBeGreaterThan(0);
});

test('alerts watch the fingerprint of served pages and reports of violations', async () => {
  const alerts = readFileSync(join(root, 'charts/portal/files/alerts.yaml'), 'utf8');
  for (const metric of ['portal_page_fingerprint', 'portal_csp_reports_total'])
    expect(alerts).toContain(metric);
});
