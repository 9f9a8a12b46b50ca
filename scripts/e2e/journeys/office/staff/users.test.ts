import { randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { linkIn, mailTo } from '../../../../portal/mails.ts';
import { aPassword } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.office)(
  'tech support adds a school admin with a password of their own, and removes them: on a %s',
  async (device) => {
    const loginName = `e2e.new.${randomInt(1e9)}`;
    const email = `${loginName}@staff.test`;
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_TECH_SUPPORT', '/admin/users');
      await page.getByRole('heading', { name: 'Users – Admins' }).waitFor();
      // accounts of other journeys may come before it, and only visible rows are drawn
      await page.getByRole('searchbox').fill('techsupport');
      await page
        .getByRole('row', { name: /techsupport/ })
        .first()
        .waitFor();
      await page.getByRole('searchbox').fill('');

      await page.getByRole('button', { name: 'Add new admin' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add new admin' });
      await dialog.getByLabel('Login name').fill(loginName);
      await dialog.getByLabel('Full name').fill('Rivka Stern');
      await dialog.getByLabel('Email').fill(email);
      await dialog.getByLabel('School admin').check();
      await dialog.getByRole('combobox', { name: 'School', exact: true }).click();
      await page.getByRole('option').first().click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });

      await page.getByRole('searchbox').fill(loginName);
      await page.getByRole('row', { name: /Invited/ }).waitFor();
      const { path } = linkIn(await mailTo(email, 'Create your JSE password'));
      const other = await page.context().browser()?.newContext();
      other?.setDefaultTimeout(60_000); // as long as a busy machine may need
      const theirs = await other?.newPage();
      if (!theirs) throw new Error('there is no other browser window');
      await theirs.goto(new URL(path, page.url()).href);
      await theirs.getByLabel('Password', { exact: true }).fill(aPassword);
      await theirs.getByRole('button', { name: 'Save' }).click();
      await theirs.getByText('Use your new password to login').first().waitFor();
      await other?.close();

      await page.reload();
      await page.getByRole('searchbox').fill(loginName);
      await page.getByRole('button', { name: `Edit ${loginName}` }).click();
      const edit = page.getByRole('dialog', { name: `Edit ${loginName}` });
      await edit.getByRole('checkbox', { name: 'Active' }).uncheck();
      await edit.getByText(`Saving logs ${loginName} out everywhere.`).waitFor();
      await edit.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row', { name: /Not active/ }).waitFor();
      expect(await page.getByRole('button', { name: /Send link again/ }).count()).toBe(0);
    });
  },
);
