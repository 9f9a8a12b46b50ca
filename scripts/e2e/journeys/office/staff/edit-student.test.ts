import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { anEnrolled } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const letters = (number: number): string =>
  String(number).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

test.each(devicesOf.office)(
  'an admin adds a student whose pair another student has, and edits the record: %s',
  async (device) => {
    const lastName = `Added${letters(steadyNow().getTime())}`;
    const known = await anEnrolled();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAsStaff(screen, 'ROLE_ADMIN', '/admin/student-lookup');
        await page.getByRole('button', { name: 'Add new student' }).click();
        const dialog = page.getByRole('dialog');
        const fields: Readonly<Record<string, string>> = {
          'Legal first name': 'Tova',
          'Legal last name': lastName,
          Email: `${lastName}@student.test`,
          'Cell phone': '718-555-0142',
          Address: '12 Barley Street',
          City: 'Brooklyn',
          Zip: '11230',
        };
        for (const [label, value] of Object.entries(fields))
          await dialog.getByLabel(label, { exact: true }).fill(value);
        await dialog
          .getByLabel('Date of birth')
          .pressSequentially(known.dob.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2$3$1'));
        await dialog.getByLabel('SSN (last 4)').pressSequentially(known.last4ssn);
        await dialog.getByLabel('Gender').selectOption('2');
        await dialog.getByLabel('College').selectOption('234');
        await dialog.getByLabel('Membership type').selectOption('2');
        await dialog.getByRole('button', { name: 'Confirm' }).click();
        await dialog.getByText('Please review your details').waitFor();
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText(known.lastName).waitFor();
        await dialog.getByRole('button', { name: 'Continue, this is a new student' }).click();
        await dialog.getByText('Student successfully added').waitFor();
        await dialog.getByRole('link', { name: 'Go to student' }).click();
        await page.getByRole('region', { name: 'Student in view' }).getByText(lastName).waitFor();

        await page.getByRole('button', { name: 'Edit' }).click();
        await dialog.getByLabel('City').fill('Lakewood');
        await dialog.getByRole('button', { name: 'Confirm' }).click();
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText('Student successfully edited').waitFor();
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await page.getByText('Lakewood').waitFor();
        // a reload would be ended by the step back that removes the dialog's entry
        await page.waitForFunction('(window.history.state?.usr?.dialogs ?? 0) === 0');
        await page.reload();
        await page.getByText('Lakewood').waitFor();
        expect(new URL(page.url()).pathname).toMatch(/^\/admin\/profile\/\d+$/);

        await page.goto('/admin/student-lookup');
        await page.getByLabel('Last name').fill(lastName);
        await page.keyboard.press('Enter');
        const pencil = page.getByRole('button', { name: `Edit Tova ${lastName}` });
        await pencil.click();
        await dialog.getByLabel('City').fill('Monsey');
        await dialog.getByRole('button', { name: 'Confirm' }).click();
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText('Student successfully edited').waitFor();
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await page.getByText('Monsey').waitFor();
      },
      /409/, // the pair of another student
    );
  },
);
