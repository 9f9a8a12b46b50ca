import { expect, test } from '@jest/globals';
import { getSecurity } from '@portal/contract/staff/security';
import { mailTo } from '../../../../portal/mails.ts';
import { staffWithApp } from '../../../people/second-factor/staff-with-app.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff, signInAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.office)(
  'a super admin resets sign-in methods; the account signs in by password alone: on a %s',
  async (device) => {
    const { staff: helped, person } = await staffWithApp('ROLE_SUPER_ADMIN');
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_SUPER_ADMIN', '/admin/super-admins');
      const row = page.getByRole('listitem').filter({ hasText: `${helped.loginName},` });
      await row.getByText('1 method').waitFor();
      await row.getByRole('button', { name: /^Reset sign-in methods/ }).click();
      const dialog = page.getByRole('dialog', { name: /^Reset sign-in methods/ });
      const reset = dialog.getByRole('button', { name: 'Reset sign-in methods' });
      await dialog.getByLabel('Reason').fill('No');
      expect(await reset.isDisabled()).toBe(true);
      await dialog.getByLabel('Reason').fill('Lost the phone, called back at the desk');
      await reset.click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByText('no methods').waitFor();
    });
    expect((await person.ask(getSecurity, {})).status).toBe(401);
    await mailTo(helped.email, 'Your sign-in methods were changed', {
      says: /All methods were reset/,
    });
    await journey(browser, device, async ({ page }) => {
      await signInAsStaff(page, '/admin/security', helped);
      await page.getByText('You sign in with your password alone.').waitFor();
    });
  },
);
