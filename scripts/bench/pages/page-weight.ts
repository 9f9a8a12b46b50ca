import type { Browser, BrowserContext } from 'playwright-core';
import type { Person } from '../../e2e/people/person.ts';
import { signIn } from './sign-in.ts';

/** The most that the pages may weigh which somebody opens first. */
export const MOST_KB = { signedOut: 130, examList: 160 } as const;

/**
 * JavaScript that the page of signing in and a student's exam list load over the wire, brotli, in kB
 * (1000 bytes). The student has signed in.
 */
export async function pageWeight(
  browser: Browser,
  student: Person,
): Promise<{ signedOut: number; examList: number }> {
  const { url } = student;
  const signedOut = await weigh(await browser.newContext(), url, '/login', 'Login');
  const signedIn = await browser.newContext();
  await signIn(signedIn, url, student);
  return { signedOut, examList: await weigh(signedIn, url, '/', /^(GET|BUY) /) };
}

/**
 * Opens a page in a browser without a cache and adds up the scripts that came, once its `button` is
 * there: the network may be idle before the page's own files are asked for.
 */
async function weigh(
  context: BrowserContext,
  url: string,
  path: string,
  button: string | RegExp,
): Promise<number> {
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
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}
