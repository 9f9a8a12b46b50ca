import { describe, expect, test } from '@jest/globals';
import { batch, sat } from '../../../exams/papers.ts';
import { rowOf } from '../../../exams/registrations.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** Makes a table as the file chooser of the browser takes it. */
const file = async (text: string, name?: string) => {
  const { exam_papers_file: one } = batch(text, name);
  return { name: one.name, mimeType: 'text/csv', buffer: Buffer.from(await one.arrayBuffer()) };
};

describe.each(devicesOf.office)('on a %s', (device) => {
  test('a batch with a broken row changes nothing; corrected it grades, only once', async () => {
    const { person, exam, registrationId } = await sat();
    const good = `registration_id,grade,grade_comment\n${registrationId},88,Pass`;
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const upload = page.getByRole('button', { name: 'Upload', exact: true });
        await openAsStaff(screen, 'ROLE_SUPER_ADMIN', '/admin/upload-batch');
        await page.getByText('Please choose a file.').waitFor();
        expect(await page.title()).toBe('Upload batch | Student portal');
        expect(await upload.isDisabled()).toBe(true);

        await page.setInputFiles('input[type=file]', await file('x', 'batch.exe'));
        await page.getByText(/^This kind of file is not accepted\./).waitFor();

        // a chosen file is checked: every row, and nothing is saved
        await page.setInputFiles('input[type=file]', await file(`${good}\n2147483647,12,Fail`));
        await page.getByText(/^2 rows read: 1 to update, 0 unchanged, 1 with errors\./).waitFor();
        await page.getByRole('row', { name: /^2 Graded .*Grade 88, Pass/ }).waitFor();
        await page.getByRole('row', { name: /^3 Error Registration not found\./ }).waitFor();
        await page.getByLabel('Only problems').check();
        await page.getByText('1 row', { exact: true }).waitFor();
        expect(await rowOf(person, exam.id)).toMatchObject({ batchId: null, grade: null });

        // the portal checks again when the file is sent all the same
        await upload.click();
        await page.getByText('1 rows have errors. Nothing was saved.').waitFor();
        await page.getByRole('row', { name: /Row 3 .*Registration not found\.$/ }).waitFor();
        expect(await rowOf(person, exam.id)).toMatchObject({ batchId: null, grade: null });

        await page.setInputFiles('input[type=file]', await file(good));
        await page.getByText(/^1 rows read: 1 to update, 0 unchanged, 0 with errors\./).waitFor();
        await upload.click();
        await page.getByText(/^1 exams read: 1 updated, 0 unchanged\. Batch \d+\.$/).waitFor();
        expect(await rowOf(person, exam.id)).toMatchObject({ status: 'graded', grade: '88' });

        await page.setInputFiles('input[type=file]', await file(good));
        await page.getByRole('row', { name: /^2 Unchanged/ }).waitFor();
        await upload.click();
        await page.getByText(/^1 exams read: 0 updated, 1 unchanged\./).waitFor();
      },
      /422/,
    );
  });
});
