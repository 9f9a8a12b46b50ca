import { expect, test } from '@jest/globals';
import { aStudent } from '../../../people/students.ts';
import { othersWait } from '../../../people/waiting-room.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

// a browser logs a page and a call that have to wait as errors
const refusals = /status of (429|401)/;
const TURN_MS = 90_000;

test.each(devicesOf.student)(
  'on a %s, a student waits for their turn, and reaches the requested page',
  async (device) => {
    const student = await aStudent();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await using others = await othersWait(12);
        await page.goto('/login');
        await page.getByRole('heading', { name: 'You are in the queue' }).waitFor();
        const ahead = async () => Number(await page.locator('#ahead').textContent());
        const before = await ahead();
        expect(before).toBeGreaterThanOrEqual(12);
        await page.reload();
        // the place is kept
        expect(await ahead()).toBe(before);
        await page.context().addCookies([{ name: 'lang', value: 'he', url: page.url() }]);
        await page.reload();
        await page.getByRole('heading', { name: 'אתם בתור' }).waitFor();
        await page.context().clearCookies({ name: 'lang' });
        await others.goOn();
        // without a click: the page continues automatically
        await page.getByRole('heading', { name: 'Login' }).waitFor({ timeout: TURN_MS });
        await signIn(screen, student);
        await page.getByRole('heading', { name: 'All exams' }).waitFor();
      },
      refusals,
    );
  },
);

test('a student who has typed the password waits over the page, and is logged in', async () => {
  const student = await aStudent();
  await journey(
    browser,
    'phone',
    async (screen) => {
      const { page } = screen;
      await page.goto('/login');
      await page.getByRole('heading', { name: 'Login' }).waitFor();
      await using others = await othersWait(8);
      await signIn(screen, student);
      const dialog = page.getByRole('dialog', { name: 'Many people are logging in right now' });
      await dialog.waitFor();
      // a browser lets a page hold back the first one only
      for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
      await screen.settled();
      expect(await dialog.isVisible()).toBe(true);
      await others.goOn();
      await page.getByRole('heading', { name: 'All exams' }).waitFor({ timeout: TURN_MS });
    },
    refusals,
  );
});
