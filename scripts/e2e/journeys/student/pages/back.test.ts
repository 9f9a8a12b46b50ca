import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { examThat, isPlain, registered } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { goTo, openAs, openMenu, rowOf, show } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** The globals of the page that are read; Node has no history. */
declare const history: { readonly state: { readonly usr?: { readonly dialogs?: number } } | null };

withBrowser();

const gone = (page: Page): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' });
/** Waits until the open dialog has its entry in the history, which it gets a moment later. */
const hasEntry = (page: Page) => page.waitForFunction(() => (history.state?.usr?.dialogs ?? 0) > 0);
/** Waits until the entry of a dialog that a reload has closed is removed. */
const hasNoEntry = (page: Page) =>
  page.waitForFunction(() => (history.state?.usr?.dialogs ?? 0) === 0);
const address = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '');

describe.each(devicesOf.both)('on a %s', (device) => {
  test('Back closes an open dialog, with or without address, and leaves no entry', async () => {
    const student = await aStudent({ credits: 8 });
    await aSession();
    const { exam } = await registered(student.person, await examThat(student.person, isPlain));
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/packages');
      await page.getByRole('button', { name: 'Buy single credits' }).waitFor();
      await goTo(screen, 'Exams');
      await show(screen, 'My exams');
      const schedule = rowOf(screen, exam.subject).getByRole('button', {
        name: 'Schedule',
        exact: true,
      });
      await schedule.click();
      await page.getByRole('dialog', { name: 'Schedule session' }).waitFor();
      expect(address(page)).toBe(`/?myexams=&dialog=schedule&of=${exam.id}`);
      await page.reload();
      await page.getByRole('dialog', { name: 'Schedule session' }).waitFor();
      await page.goBack();
      await gone(page);
      expect(address(page)).toBe('/?myexams=');
      await page.goForward();
      await page.getByRole('dialog', { name: 'Schedule session' }).waitFor();
      await page.keyboard.press('Escape');
      await gone(page);
      await page.waitForURL('**/?myexams=');

      // closed and opened again and again, and no entry is left over
      for (const _ of [1, 2, 3]) {
        await schedule.click();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
        await gone(page);
        await page.waitForURL('**/?myexams=');
      }
      await page.goBack();
      await page.getByRole('heading', { name: 'All Exams' }).waitFor();
      await page.goBack();
      await page
        .getByRole('heading', { name: 'Packages and pricing designed for students' })
        .waitFor();

      // a dialog without an address
      await goTo(screen, 'My account');
      await page.getByRole('button', { name: 'Add card' }).click();
      await page.getByRole('dialog', { name: 'Add card' }).waitFor();
      await page.reload();
      await hasNoEntry(page);
      await page.getByRole('button', { name: 'Add card' }).click();
      await page.getByRole('dialog', { name: 'Add card' }).waitFor();
      await hasEntry(page);
      await page.goBack();
      await gone(page);
      expect(address(page)).toBe('/myaccount');
      if (screen.isPhone) {
        await openMenu(screen);
        await hasEntry(page);
        await page.goBack();
        await gone(page);
        expect(address(page)).toBe('/myaccount');
      }
    });
  });
});

test('the address of a dialog works for a person who has to sign in first', async () => {
  const student = await aStudent({ credits: 8 });
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAs(screen, student, '/packages?dialog=buy-credits&of=2');
    await page.getByRole('dialog', { name: 'Buy credits' }).getByText('2 credits at').waitFor();
    await page.goBack();
    await gone(page);
    expect(address(page)).toBe('/packages');
    await page.goto('/packages?dialog=buy-package&of=999999');
    await page.getByText('What this link leads to is not sold any more.').waitFor();
    expect(address(page)).toBe('/packages');
  });
});
