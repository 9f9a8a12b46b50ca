import { describe, expect, test } from '@jest/globals';
import { emailAddStudentLinkToNonMember } from '@portal/contract/students/enrol';
import { sql } from '../../../../portal/databases.ts';
import { mailTo } from '../../../../portal/mails.ts';
import { aForm, anAddress } from '../../../people/non-members.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { anEnrolled, aPassword } from '../../../people/students.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

type Filled = ReturnType<typeof aForm>;

/** Fills in every required field. */
async function fillIn(
  { page }: Screen,
  { firstName, lastName, dob, last4ssn, cellphone, address, city, zip }: Filled,
): Promise<void> {
  const [year, month, day] = dob.split('-');
  await page.getByLabel('Legal first name').fill(firstName);
  await page.getByLabel('Legal last name').fill(lastName);
  await page.getByLabel('Gender').selectOption('2');
  await page.getByLabel('Date of birth').pressSequentially(`${month}${day}${year}`);
  await page.getByLabel('Last 4 of SSN').fill(last4ssn);
  await page.getByLabel('Cell phone').fill(cellphone);
  await page.getByLabel('Address', { exact: true }).fill(address);
  await page.getByLabel('City').fill(city);
  await page.getByLabel('Zip').fill(zip);
  await page.getByLabel('Password', { exact: true }).fill(aPassword);
}

const linkOf = (
  email: string,
  { encoding = 'base64url' as BufferEncoding, college = '269', more = '' } = {},
) => {
  const coded = (text: string) => encodeURIComponent(Buffer.from(text).toString(encoding));
  return `/register/${coded(email)}/2/${coded(college)}${more}`;
};

describe.each(devicesOf.student)('on a %s', (device) => {
  test('an invited non-member follows the link, passes the bot check, and logs in', () =>
    journey(browser, device, async (screen) => {
      const { page } = screen;
      const email = anAddress();
      const admissions = await signedInStaff('ROLE_ADMISSIONS');
      await admissions.do(emailAddStudentLinkToNonMember, {
        firstName: 'Ruth',
        email,
        collegeId: 269,
      });
      const { text } = await mailTo(email, 'Create your JSE account');
      const [path = ''] = /\/register\/\S+/.exec(text) ?? [];

      await page.goto(path);
      await page.getByRole('heading', { name: 'Create account' }).waitFor();
      expect(await page.title()).toBe('Create account | Student portal');
      // the secret of the link is removed from the address, and a reload keeps it
      const [, invitation = ''] = /\?invitation=([\w-]{43})$/.exec(path) ?? [];
      expect([invitation.length, page.url()]).toEqual([
        43,
        expect.not.stringContaining('invitation'),
      ]);
      await page.reload();
      await page.getByRole('heading', { name: 'Create account' }).waitFor();
      expect([
        await page.getByLabel('Email').inputValue(),
        await page.getByLabel('College').inputValue(),
      ]).toEqual([email, 'Woodmont College']);
      expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);

      // the invalid field is named, and gets the focus
      const form = aForm({ address: '12 Barley Street!' });
      await fillIn(screen, form);
      await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Address invalid').waitFor();
      expect(
        await page
          .getByLabel('Address', { exact: true })
          .evaluate((field) => field === field.ownerDocument.activeElement),
      ).toBe(true);
      await page.getByLabel('Address', { exact: true }).fill('12 Barley Street');
      await page.getByRole('button', { name: 'Continue' }).click();

      await page.getByText('Please review your details to make sure they are accurate.').waitFor();
      await page.getByText("I'm not a robot").waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Please confirm that you are not a robot.').waitFor();
      await page.getByRole('checkbox', { name: "I'm not a robot" }).click({ modifiers: ['Shift'] });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The check was not passed. Please try again.').waitFor();

      // going back keeps the typed text
      await page.getByRole('button', { name: 'Go back' }).click();
      expect(await page.getByLabel('Legal last name').inputValue()).toBe(form.lastName);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText("I'm not a robot").click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page
        .getByText('You are now signed up to JSE. Use your new password to log in.')
        .waitFor();
      await page.getByRole('link', { name: 'Go to login' }).click();
      await signIn(screen, { email, password: aPassword });
      await page.getByRole('heading', { name: 'All Exams', level: 1 }).waitFor();
      const [student] = await sql<{ college_id: string }>(
        'identity',
        'SELECT college_id FROM student WHERE email = $1',
        [email],
      );
      expect(Number(student?.college_id)).toBe(269);
    }));

  test('a person on record already reads that, and nothing of the record', () =>
    journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const { dob, last4ssn, lastName } = await anEnrolled();
        await page.goto(
          linkOf(anAddress(), { encoding: 'base64', more: '/151/Bais%20Chana%20Seminary' }),
        );
        expect(await page.getByLabel('School').inputValue()).toBe('Bais Chana Seminary');
        await fillIn(screen, aForm({ dob, last4ssn }));
        await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText("I'm not a robot").click();
        await page.getByRole('button', { name: 'Save' }).click();
        const notice = page.getByRole('dialog', { name: 'Already on record' });
        await notice
          .getByText('A student already exists with the given SSN and date of birth.')
          .waitFor();
        expect(await notice.getByText(lastName).count()).toBe(0);
        await notice.getByRole('button', { name: 'Close' }).last().click();
        await notice.waitFor({ state: 'detached' });
        // the check ends with that try, the form does not
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Please confirm that you are not a robot.').waitFor();
      },
      /409 \(Conflict\)/,
    ));

  test('shows an error for an invalid link', () =>
    journey(browser, device, async (screen) => {
      const { page } = screen;
      const bad = [
        '/register/no-address/2/MjY5',
        linkOf('a@b.test', { college: 'x' }),
        linkOf('a@b.test', { college: '99999' }),
        `${linkOf('a@b.test')}/x`,
      ];
      for (const path of bad) {
        await page.goto(path);
        await page.getByText('This link is not valid. Please call the office.').waitFor();
      }
    }));
});
