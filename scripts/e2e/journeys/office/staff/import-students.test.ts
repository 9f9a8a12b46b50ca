import { describe, expect, test } from '@jest/globals';
import { findStudent } from '@portal/contract/students/lookup';
import { aSchool } from '../../../people/schools.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { american, aRow, type TableRow, tableOf } from '../../../people/student-imports.ts';
import { anEnrolled } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const file = (rows: readonly TableRow[]) => ({
  name: 'class.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(tableOf(rows)),
});
const found = async ({ lastName }: TableRow) =>
  (await signedInStaff('ROLE_ADMIN')).do(findStudent, { lastName });

describe.each(devicesOf.office)('on a %s', (device) => {
  test('an admin imports a file, sees duplicates, adds one of them, undoes it all', async () => {
    const school = await aSchool();
    const [own, other] = [await anEnrolled({ schoolId: school.id }), await anEnrolled()];
    const pairOf = ({ dob, last4ssn }: typeof own) => ({ dob: american(dob), last4: last4ssn });
    const fresh = aRow();
    const rows = [
      fresh,
      aRow(pairOf(other)),
      aRow({ ...pairOf(own), cohort: '2026-2027' }),
      aRow({ dob: fresh.dob, last4: fresh.last4 }),
      aRow({ dob: '02/30/2001' }),
    ];
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', '/admin/import-students');
      await page.getByRole('heading', { name: 'Earlier imports' }).waitFor();
      expect(await page.title()).toBe('Import students | Student portal');
      const read = page.getByRole('button', { name: 'Read the file' });
      expect(await read.isDisabled()).toBe(true);
      await page.getByRole('combobox', { name: 'School' }).fill(school.name);
      await page.getByRole('option', { name: school.name }).click();
      await page.setInputFiles('input[type=file]', file(rows));
      await read.click();

      await page.getByRole('list', { name: 'Required fields' }).waitFor();
      const birth = page.getByLabel('Read Birth date as');
      expect(await birth.inputValue()).toBe('dob');
      await page.getByText('••/••/••••').first().waitFor();
      await birth.selectOption({ label: 'Not read' });
      const check = page.getByRole('button', { name: 'Check the rows' });
      expect(await check.isDisabled()).toBe(true);
      await page.getByText('Missing: Date of birth.').waitFor();
      await birth.selectOption({ label: 'Date of birth *' });
      await check.click();

      await page.getByRole('button', { name: 'All 5' }).waitFor();
      await page.getByText(`${other.firstName} ${other.lastName}`).waitFor();
      await page.getByRole('button', { name: 'Error 1' }).click();
      // the previous rows stay in view until these are there
      await page.getByText('Row 2', { exact: true }).waitFor({ state: 'detached' });
      await page.getByText('DOB invalid').waitFor();
      expect(await page.getByRole('list', { name: 'Rows' }).getByRole('listitem').count()).toBe(1);
      await page.getByRole('button', { name: 'All 5' }).click();
      await page.getByLabel('What to do with row 3').selectOption('Add as a new student');
      await page.getByLabel('What to do with row 4').selectOption('Update cohort');
      await page.getByRole('button', { name: 'Add 2 students, update 1 cohort' }).click();

      await page.getByText('Added 2', { exact: true }).waitFor();
      await page.getByRole('row', { name: /6 .*DOB invalid$/ }).waitFor();
      expect((await found(fresh))[0]).toMatchObject({ schoolName: school.name });

      await page.getByRole('button', { name: /^Undo until/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Undo the import' });
      await dialog.getByText('2 students will be removed.').waitFor();
      await dialog.getByRole('button', { name: 'Undo the import' }).click();
      await dialog.getByText('2 students removed.').waitFor();
      await dialog.getByText('1 cohort set back.').waitFor();
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await page.getByRole('button', { name: /^Undo until/ }).waitFor({ state: 'detached' });
      expect(await found(fresh)).toEqual([]);
    });
  });

  test('a school admin imports a class of their own school', async () => {
    const school = await aSchool();
    const rows = [aRow(), aRow()];
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_SCHOOL_ADMIN', '/admin/import-students', {
        schoolId: school.id,
      });
      await page.getByText('There are no imports yet.').waitFor();
      await page.getByText(school.name).first().waitFor();
      await page.setInputFiles('input[type=file]', file(rows));
      await page.getByRole('button', { name: 'Read the file' }).click();
      await page.getByRole('button', { name: 'Check the rows' }).click();
      await page.getByRole('button', { name: 'Add 2 students' }).click();
      await page.getByText('Added 2', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Import another file' }).click();
      await page.getByText(/2 students added/).waitFor();
    });
  });
});
