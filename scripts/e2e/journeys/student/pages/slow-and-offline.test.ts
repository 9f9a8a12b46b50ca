import { describe, expect, test } from '@jest/globals';
import { aStudent } from '../../../people/students.ts';
import { onCall } from '../../browser/answers.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** The globals of the page that are read; Node has no service worker. */
declare const navigator: { readonly serviceWorker: { readonly controller: object | null } };

/** The errors that the browser logs without a connection. */
const GONE = /ERR_INTERNET_DISCONNECTED|status of 503|Failed to fetch/;

/** Creates a gate at which requests wait. */
function aGate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe.each(devicesOf.student)('on a %s', (device) => {
  test('while scripts load a page has its frame, shape and list of the last visit', async () => {
    const student = await aStudent({ credits: 8 });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/');
      const button = page.getByRole('button', { name: /^(GET|BUY)/ });
      await button.first().waitFor(); // only a loaded list is kept for the next visit
      const [any, own, list] = [aGate(), aGate(), aGate()];
      await onCall(page, 'getAllExamsAccordingStudent', async (route) => {
        await list.opened;
        await route.continue();
      });
      await page.route('**/assets/**', async (route) => {
        await any.opened;
        if (/student-shell|exams-route/.test(route.request().url())) await own.opened;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      const shell = page.locator('.shell');
      await shell.waitFor();
      expect(
        await page.evaluate(
          'getComputedStyle(document.querySelector(".shell-top")).borderBottomWidth',
        ),
      ).toBe('1px');
      any.open();
      await shell.waitFor({ state: 'detached' });
      expect(await page.locator('body').textContent()).toContain('JSE');
      await page.getByText('Loading').first().waitFor({ state: 'attached' });
      own.open();
      await page.getByText(/^As of your last visit, /).waitFor();
      expect(await button.count()).toBe(0);
      list.open();
      await button.first().waitFor();
    });
  });

  test('a page that is opened offline says so, and loads when there is a connection', async () => {
    const student = await aStudent({ credits: 8 });
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, student, '/');
        await page.getByRole('heading', { name: 'All Exams' }).waitFor();
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await page.reload();
        await page.getByRole('heading', { name: 'All Exams' }).waitFor();
        expect(await page.evaluate('caches.keys()')).toEqual([]);
        await screen.setOffline(true);
        await page.goto('/packages');
        await page.getByRole('heading', { name: 'You are offline' }).waitFor();
        await screen.setOffline(false);
        await page.getByRole('heading', { name: 'The portal cannot be reached' }).waitFor();
        await page.getByRole('link', { name: 'Try again' }).click();
        await page
          .getByRole('heading', { name: 'Packages and pricing designed for students' })
          .waitFor();
      },
      GONE,
      { offline: true },
    );
  });
});
