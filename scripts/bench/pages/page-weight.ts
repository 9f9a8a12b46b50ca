import type { Browser, BrowserContext } from 'playwright-core';
import type { Person } from '../../e2e/people/person.ts';
import { signIn } from './sign-in.ts';

/** JavaScript that a page loads over the wire: brotli, in kB (1000 bytes), and its files. */
export interface Weight {
  readonly kB: number;
  readonly files: number;
}

/** The pages that people open first, each with a button that shows when it is there. */
const PAGES = {
  'sign in': { path: '/login', by: null, button: 'Login' },
  'exam list': { path: '/', by: 'student', button: /^(GET|BUY) / },
  overview: { path: '/admin/overview', by: 'staff', button: /^Show as table: Registrations/ },
} as const;
export type FirstPage = keyof typeof PAGES;

/**
 * The most that each of them may weigh: what it weighs today, rounded up. A commit that raises one
 * says why.
 */
export const MOST: Readonly<Record<FirstPage, Weight>> = {
  'sign in': { kB: 125, files: 8 },
  'exam list': { kB: 145, files: 8 },
  overview: { kB: 384, files: 88 },
};

/** What the first pages load, for people who have signed in. */
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
 * Opens a page in a browser without a cache and adds up the scripts that came, once its `button` is
 * there: the network may be idle before the page has begun to load its own files.
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
  await page.route('**/api/events*', (route) => route.abort()); // held open, the page would never be idle
  await page.goto(url + path);
  await page.getByRole('button', { name: button }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { kB: Math.round(bytes / 100) / 10, files: sizes.length };
}
