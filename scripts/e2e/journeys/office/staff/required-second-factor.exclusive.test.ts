import { expect, test } from '@jest/globals';
import { appCode } from '../../../people/second-factor/authenticator.ts';
import { whileRequired } from '../../../people/second-factor/required-second-factor.ts';
import { someStaff } from '../../../people/staff.ts';
import { quickHash } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { chooseApp, removeApp, signInAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** The refused calls themselves. */
const REFUSED = /status of (401|409|422)/;

test.each(devicesOf.office)(
  'staff whose role needs a second step set it up first, and then reach their page: on a %s',
  (device) =>
    whileRequired('ROLE_ADMISSIONS', async () => {
      const staff = await someStaff('ROLE_ADMISSIONS', { passwordHash: quickHash });
      await journey(
        browser,
        device,
        async (screen) => {
          const { page } = screen;
          await signInAsStaff(page, '/admin/security', staff);
          const title = page.getByRole('heading', { name: 'Set up a second step' });
          await title.waitFor();
          await page.getByText('Your role needs a second step. Set it up now.').waitFor();
          // no other page opens before
          await page.goto('/admin/security');
          await page.getByLabel('User name').waitFor();
          await signInAsStaff(page, '/admin/security', staff);
          await title.waitFor();

          const secret = await chooseApp(page);
          await page.getByLabel('Enter the code of your app').fill('000000');
          await page.getByRole('button', { name: 'Add app' }).click();
          await page.getByText('This code is not correct.').waitFor();
          await page.getByLabel('Enter the code of your app').fill(appCode(secret));
          await page.getByRole('button', { name: 'Add app' }).click();
          await page.getByText('Save these codes. They are shown once.').waitFor();
          expect(await page.getByRole('listitem').count()).toBe(10);
          await page.getByRole('button', { name: 'I have saved them' }).click();

          await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
          await page.getByText('Your role needs a second step.').waitFor();
          const remove = await removeApp(page, staff.password);
          await remove.getByText('Add another method first.').waitFor();
        },
        REFUSED,
      );
    }),
);
