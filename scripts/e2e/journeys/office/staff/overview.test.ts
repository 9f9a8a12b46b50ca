import { describe, expect, test } from '@jest/globals';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** 'Registrations, Nov 24, 2026: 3' */
const POINT = /^.+, [A-Z][a-z]{2} \d{1,2}, \d{4}: .+$/;

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office walks the points of a chart by keys, and reads the table', async () => {
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_SUPER_ADMIN', '/admin');
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin/overview');
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
      const chart = page.getByRole('region', { name: 'Registrations', exact: true });
      const point = chart.getByRole('link', { name: POINT });
      await point.waitFor();
      await chart.locator('svg.recharts-surface').first().waitFor();

      // the latest point is focused first; keys walk from it
      const latest = await point.innerText();
      await point.focus();
      await page.keyboard.press('ArrowLeft');
      await page.locator('a:focus', { hasText: POINT }).waitFor();
      expect(await point.innerText()).not.toBe(latest);
      await page.keyboard.press('End');
      await chart.getByRole('link', { name: latest.split(': ')[0] as string }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Registrations made', level: 1 }).waitFor();
      await page.goBack();

      await page.getByRole('radiogroup', { name: 'Time' }).getByText('90 days').click();
      await page.waitForURL(/days=90/);
      await chart.getByRole('button', { name: 'Show as table: Registrations' }).click();
      const table = chart.getByRole('table');
      await table.getByRole('columnheader', { name: 'Week from' }).waitFor();

      const rates = page.getByRole('region', { name: 'Pass rate' });
      await rates.getByRole('radiogroup', { name: 'Pass rate by' }).getByText('By exam').click();
      // the points of vendors stay until those of exams are there
      await rates.locator('a[href*="examId="]').filter({ hasText: POINT }).click();
      await page.waitForURL(/by=graded&.*examId=/);
      await page.getByRole('heading', { name: 'Exams graded', level: 1 }).waitFor();
      await page.goBack();

      await page.getByRole('radiogroup', { name: 'Time' }).getByText('Own').click();
      await page.getByLabel('From').fill('2020-01-01');
      await page.getByLabel('To', { exact: true }).fill('2020-01-31');
      await chart.getByRole('button', { name: 'Show as table: Registrations' }).waitFor();
      const revenue = page.getByRole('region', { name: 'Pass rate' });
      await revenue.getByText('Nothing in this time.').waitFor();

      // more than a year is refused once, and not by each chart
      await page.getByLabel('From').fill('2018-01-01');
      await page.getByText('Please choose a shorter time.').waitFor();
      await page.goto('/admin/overview?from=2018-01-01&to=2020-01-31');
      await page.getByText('Please choose a shorter time.').waitFor();
      expect(await page.getByRole('region', { name: 'Pass rate' }).count()).toBe(0);

      await page.goto('/admin/overview/waiting?queue=low_balances&age=month');
      await page.getByRole('heading', { name: 'Schools with a low balance', level: 1 }).waitFor();
      await page.getByLabel('Search', { exact: true }).fill('no such school');
      await page.getByText('No results found.').waitFor();
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('menuitem', { name: 'Save this filter' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    });
  });

  test('an advisor sees no money, and is redirected from the page of payments', async () => {
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(
        screen,
        'ROLE_ADVISOR',
        '/admin/overview/payments?from=2026-11-01&to=2026-11-02',
      );
      await page.getByText('That page is not open to your account.').waitFor();
      await page.getByRole('region', { name: 'Seats taken' }).waitFor();
      expect(await page.getByRole('region', { name: 'Revenue' }).count()).toBe(0);
      expect(await page.getByRole('region', { name: 'School balances' }).count()).toBe(0);
    });
  });
});
