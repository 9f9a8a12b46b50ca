import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { someStaff } from '../../../people/staff.ts';
import { quickHash } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsAccount, openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.office)(
  'an advisor saves a filter of the materials, shares it, and another advisor uses it: %s',
  async (device) => {
    const name = `Talmud ${randomUUID().slice(0, 8)}`;
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADVISOR', '/admin/study-materials?q=talmud&vendor=1');
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('menuitem', { name: 'Save this filter' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save this filter' });
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('checkbox', { name: 'Advisor', exact: true }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    });
    const peer = await someStaff('ROLE_ADVISOR', { passwordHash: quickHash });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsAccount(page, '/admin/study-materials', peer);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('menuitem', { name: `${name} by Test Staff` }).waitFor();
      await page.getByRole('menuitem', { name: `${name} by Test Staff` }).click();
      await page.waitForURL('**/admin/study-materials?q=talmud&vendor=1');
      await page.locator('input[type="search"][value="talmud"]').waitFor();
      expect(await page.getByRole('radio', { name: 'TAL' }).isChecked()).toBe(true);
    });
  },
);
