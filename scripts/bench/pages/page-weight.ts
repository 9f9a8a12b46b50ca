import { login } from '@portal/contract/students/auth';
import { type BrowserContext, chromium } from 'playwright-core';
import { Person } from '../../e2e/people/person.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { signIn } from './sign-in.ts';

/** JavaScript that a page loads over the wire, brotli, in kB (1000 bytes). */
export async function pageWeight(
  portal: Portal,
  chrome: string,
): Promise<{ signedOut: number; examList: number }> {
  const browser = await chromium.launch({
    executablePath: chrome,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const signedOut = await weigh(await browser.newContext(), portal.url, '/login');
    const person = new Person(portal.url);
    await person.do(login, { email: 'dana@student.test', password: 'Study4JSE!' });
    const signedIn = await browser.newContext();
    await signIn(signedIn, portal.url, person);
    const examList = await weigh(signedIn, portal.url, '/');
    return { signedOut, examList };
  } finally {
    await browser.close();
  }
}

/** Opens a page in a browser without a cache and adds up the scripts that came. */
async function weigh(context: BrowserContext, url: string, path: string): Promise<number> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script' && request.url().startsWith(url))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.route('**/api/events*', (route) => route.abort()); // held open, the page would never be idle
  await page.goto(url + path);
  await page.waitForLoadState('networkidle');
  await context.close();
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}
