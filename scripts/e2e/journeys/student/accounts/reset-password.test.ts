import { expect, test } from '@jest/globals';
import { linkIn, mailTo } from '../../../../portal/mails.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const newPassword = 'Brand/new4me!';
// a wrong password and a used link are refusals, which a browser logs as errors
const refusals = /status of 422/;

test.each(devicesOf.student)(
  'on a %s, a student who forgot the password sets a new one by mail, by a link used once',
  async (device) => {
    const { email, password } = await aStudent();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await page.goto('/login');
        await page.getByRole('link', { name: 'Forgot password?' }).click();
        await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
        expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
        await page.getByLabel('Email').fill(email);
        await page.getByRole('button', { name: 'Next' }).click();
        await page
          .getByText(
            'If you have already signed up, you will get an email with a link to reset your ' +
              'password.',
          )
          .waitFor();

        const { path } = linkIn(await mailTo(email, 'Reset your JSE password'));
        await page.goto(path);
        await page.getByRole('heading', { name: 'Reset password' }).waitFor();
        await page
          .getByText('Use 8 or more characters with a mix of letters, numbers & symbols.')
          .waitFor();
        const field = page.getByLabel('Password', { exact: true });
        await field.fill('tooweak');
        await field.blur();
        expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
        await field.fill(newPassword);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Use your new password to login').waitFor();
        await page.getByRole('link', { name: 'Go to login' }).click();
        await page.waitForURL('**/login?comingFromResetPass=1');
        await page.getByText('Use your new password to login').waitFor();

        await signIn(screen, { email, password });
        await page.getByText('The email or password is not correct.').waitFor();
        await signIn(screen, { email, password: newPassword });
        await page.getByRole('heading', { name: 'All Exams', level: 1 }).waitFor();

        await page.goto(path);
        await page.getByText('This link is no longer valid. Please request a new one.').waitFor();
        await page.getByRole('link', { name: 'Try again' }).click();
        await page.waitForURL('**/forgotPassword');
      },
      refusals,
    );
  },
);
