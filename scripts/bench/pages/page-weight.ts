import type { Browser, BrowserContext } from 'playwright-core';
import type { Person } from '../../portal-user/person.ts';
import { signIn } from './sign-in.ts';

/** The JavaScript that a page loads over the network: kB (1000 bytes) in brotli, and its files. */
export interface Weight {
  readonly kB: number;
  readonly files: number;
}

/** The pages that people open first, each with a button that shows that it is loaded. */
const PAGES = {
  'sign in': { path: '/login', by: null, button: 'Login' },
  'exam list': { path: '/', by: 'student', button: /^(GET|BUY) / },
  overview: { path: '/admin/overview', by: 'staff', button: /^Show as table: Registrations/ },
} as const;
export type FirstPage = keyof typeof PAGES;

/** The largest weights allowed: today's, rounded up. A commit that raises one states why. */
export const MAX_WEIGHTS: Readonly<Record<FirstPage, Weight>> = {
  'sign in': { kB: 125, files: 8 },
  'exam list': { kB: 146, files: 8 },
  overview: { kB: 384, files: 88 },
};

/** Measures the first pages for signed-in people. */
export async function pageWeights(
  browser: Browser,
  people: { readonly student: Person; readonly staff: Person },
): Promise<Readonly<Record<FirstPage, Weight>>> {
  const weights: Partial<Record<FirstPage, Weight>> = {};
  for (const [name, { path, by, button }] of Object.entries(PAGES)) {
    const context = await browser.newContext();
    if (by !== null) await signIn(context, people[by].url, people[by]);
    weights[name as FirstPage] = await weigh(context, people.student.url, path, button);
  }
  return weights as Record<FirstPage, Weight>;
}

/**
 * Opens a page in a browser without a cache and sums up the scripts once its `button` is visible:
 * the network may be idle before the page starts to load its own files.
 */
async function weigh(
  context: BrowserContext,
  url: string,
  path: string,
  button: string | RegExp,
): Promise<Weight> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script' && request.url().startsWith(url))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  // an open stream would keep the page from ever being idle
  await page.route('**/api/events*', (route) => route.abort());
  await page.goto(url + path);
  await page.getByRole('button', { name: button }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { kB: Math.round(bytes / 100) / 10, files: sizes.length };
}
