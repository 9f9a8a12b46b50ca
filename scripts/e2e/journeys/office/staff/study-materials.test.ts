import { describe, expect, test } from '@jest/globals';
import { someStaff } from '../../../people/staff.ts';
import { quickHash } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff, signInAsStaff, staffMenu } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.office)('on a %s', (device) => {
  test('admissions start at the materials, and are redirected from a forbidden page', async () => {
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      const staff = await someStaff('ROLE_ADMISSIONS', { passwordHash: quickHash });
      await signInAsStaff(page, '/admin', staff);
      await page.getByRole('heading', { name: 'Study materials' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin/study-materials');
      expect(await page.title()).toBe('Study materials | Student portal');
      await page
        .getByRole('list', { name: /^Materials of/ })
        .first()
        .waitFor();
      expect(await page.getByRole('button', { name: /Refresh/ }).count()).toBe(0);

      const shown = page.getByRole('status').filter({ hasText: /exams?$/ });
      const all = (await shown.textContent()) ?? '';
      await page.getByRole('radiogroup', { name: 'Vendor' }).getByText('CCC').click();
      await page.getByText(all, { exact: true }).waitFor({ state: 'detached' });
      const lists = page.getByRole('list', { name: /^Materials of/ });
      const name = (await lists.first().getAttribute('aria-label')) ?? '';
      await page.getByRole('searchbox', { name: 'Search' }).fill(name.replace('Materials of ', ''));
      await page.reload();
      await page.getByRole('list', { name, exact: true }).first().waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('zzzz');
      await page.getByText('No results found.').waitFor();

      await page.goto('/admin/upload-batch');
      await page.getByText('That page is not open to your account.').waitFor();
      await page.getByRole('heading', { name: 'Study materials' }).waitFor();
      const menu = await staffMenu(screen);
      expect(await menu.getByRole('link').allTextContents()).toEqual([
        'Student lookup',
        'Non-member invite',
        'Catalogue',
        'Study materials',
      ]);
    });
  });

  test('a super admin fetches news from TAL and CIS', async () => {
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_SUPER_ADMIN', '/admin/study-materials');
      await page.getByText(/^Last refresh:/).waitFor();
      await page.getByRole('button', { name: 'Refresh TAL/CIS study materials' }).click();
      await page.getByText(/materials? changed\.$/).waitFor();
    });
  });
});
