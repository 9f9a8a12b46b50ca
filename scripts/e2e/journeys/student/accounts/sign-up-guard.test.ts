import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { checkStudentId, forgotPasswordRequest } from '@portal/contract/students/auth';
import { addStudent } from '@portal/contract/students/enrol';
import { linkIn, mailTo } from '../../../../portal/mails.ts';
import { Person } from '../../../../portal-user/person.ts';
import { aForm, aVisitor } from '../../../people/non-members.ts';
import { anEnrolled, aPassword } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { american, signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const newPassword = 'Brand/new4me!';

/**
 * Signs a student up with an unconfirmed address, and mails a link to reset the password there.
 */
async function anUnconfirmed() {
  const form = aForm();
  await (await aVisitor()).do(addStudent, form);
  await new Person().do(forgotPasswordRequest, { email: form.email });
  return { ...form, link: linkIn(await mailTo(form.email, 'Reset your JSE password')).path };
}

describe.each(devicesOf.student)('on a %s', (device) => {
  test('after many wrong birth dates a student passes a bot check and signs up', () =>
    journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        // failures are counted by the birth date: no other student of these tests has this one
        const dob = `1950-0${randomInt(1, 10)}-${randomInt(10, 29)}`;
        const student = await anEnrolled({ dob });
        const misses = ['0001', '0002', '0003', '0004', '0005', '0006']
          .filter((ssn) => ssn !== student.last4ssn)
          .slice(0, 5);
        for (const ssn of misses) await new Person().ask(checkStudentId, { dob: student.dob, ssn });

        await page.goto('/login');
        await page.getByLabel('Last 4 of SSN').pressSequentially(student.last4ssn);
        await page
          .getByLabel('Date of birth')
          .pressSequentially(american(student.dob).replaceAll('/', ''));
        await page.getByRole('button', { name: 'Next' }).click();
        const check = page.getByRole('group', {
          name: /^There have been several tries that did not match\./,
        });
        await check.getByText("I'm not a robot").waitFor();
        await page.getByRole('button', { name: 'Next' }).click();
        await check.getByText('Please confirm that you are not a robot.').waitFor();
        await check.getByRole('checkbox').click({ modifiers: ['Shift'] });
        await page.getByRole('button', { name: 'Next' }).click();
        await check.getByText('The check was not passed. Please try again.').waitFor();
        await check.getByText("I'm not a robot").click();
        await page.getByRole('button', { name: 'Next' }).click();

        const card = page.locator('form').filter({ hasText: 'Please enter your email.' });
        await card.getByLabel('Email').fill(student.email);
        await card.getByRole('button', { name: 'Sign up' }).click();
        await page
          .getByText('Please check your email for a link to create your password.')
          .waitFor();
        await mailTo(student.email, 'Create your JSE password');
      },
      /403 \(Forbidden\)/,
    ));

  test('a student who signed up alone resets the password by proving their identity', () =>
    journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const { link, dob, last4ssn, email } = await anUnconfirmed();
        await page.goto(link);
        await page.getByText('Your email address is not confirmed yet.').waitFor();
        await page
          .getByLabel('Last 4 of SSN')
          .pressSequentially(last4ssn === '0000' ? '1111' : '0000');
        await page.getByLabel('Date of birth').pressSequentially(american(dob).replaceAll('/', ''));
        await page.getByLabel('Password', { exact: true }).fill(newPassword);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('These details do not match this account.').waitFor();
        await page.getByLabel('Last 4 of SSN').fill(last4ssn);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Use your new password to login').waitFor();
        await page.getByRole('link', { name: 'Go to login' }).click();
        await signIn(screen, { email, password: newPassword });
        await page.getByRole('heading', { name: 'All Exams', level: 1 }).waitFor();
      },
      /status of 422/,
    ));

  test('a student whose address another person signed up with takes it back', () =>
    journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const { link, email } = await anUnconfirmed();
        await page.goto(link);
        await page.getByRole('button', { name: 'This is not my account' }).click();
        await page.getByRole('heading', { name: 'This is not my account' }).waitFor();
        await page.getByRole('button', { name: 'Take my address back' }).click();
        await page.getByText('Your email address is free again.').waitFor();
        await page.getByRole('link', { name: 'Go to login' }).click();
        await signIn(screen, { email, password: aPassword });
        await page.getByText('The email or password is not correct.').waitFor();
        expect((await (await aVisitor()).ask(addStudent, aForm({ email }))).status).toBe(200);
      },
      /status of 422/,
    ));
});
