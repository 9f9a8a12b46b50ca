import { createServer } from 'node:net';
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import type { Person } from '../../portal-user/person.ts';
import { signIn } from './sign-in.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Scores = Record<(typeof categories)[number], number>;

/**
 * Lighthouse's report of one page: scores of 0 to 100, the time of its main content (ms), and the
 * audits that cost points.
 */
export interface PageReport {
  scores: Scores;
  usableMs: number;
  lost: string[];
}

/**
 * Runs Lighthouse with its desktop settings (no CPU throttling) on a page, signed in or as a
 * visitor.
 */
export async function lighthouseScores(
  chrome: string,
  url: string,
  person?: Person,
): Promise<PageReport> {
  const port = await freePort();
  const browser = await chromium.launchPersistentContext('', {
    executablePath: chrome,
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  try {
    if (person) await signIn(browser, url, person);
    const result = await lighthouse(
      url,
      { port, logLevel: 'error', onlyCategories: [...categories], disableStorageReset: true },
      desktopConfig,
    );
    if (!result) throw new Error(`Lighthouse has no result for ${url}`);
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    const scores = Object.fromEntries(
      categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ) as Scores;
    const lost = categories.flatMap((name) =>
      (lhr.categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim()),
    );
    return {
      scores,
      usableMs: lhr.audits['interactive']?.numericValue ?? Number.POSITIVE_INFINITY,
      lost,
    };
  } finally {
    await browser.close();
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
