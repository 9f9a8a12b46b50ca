import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const HEAD = 'invoice_number,invoice_date,last_name,first_name,exam_code,exam_date,amount';
/** Makes a table as the file chooser of the browser takes it. */
const file = (number: string, ...lines: string[]) => ({
  name: 'invoice.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...lines.map((line) => `${number},2026-11-01,${line}`)].join('\n')),
});
const LINE = 'Nobody,Here,X,2026-03-10,45.50';

describe.each(devicesOf.office)('on a %s', (device) => {
  test('an invoice with a broken row changes nothing; corrected it is saved once', async () => {
    const number = randomUUID().slice(0, 8);
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const upload = page.getByRole('button', { name: 'Upload', exact: true });
        await openAsStaff(screen, 'ROLE_TECH_SUPPORT', '/admin/upload-tal-invoice');
        await page.getByText('Please choose a file.').waitFor();
        expect(await page.title()).toBe('Upload invoice | Student portal');

        await page.setInputFiles('input[type=file]', { ...file(number), name: 'invoice.xls' });
        await page.getByText('Please save it as XLSX.').waitFor();

        // a chosen file is checked: every line, and nothing is saved
        await page.setInputFiles('input[type=file]', file(number, LINE, 'A,B,X,soon,5'));
        await page.getByRole('row', { name: /^2 Not matched Student not found/ }).waitFor();
        await page.getByRole('row', { name: /^3 Error exam_date: Date invalid/ }).waitFor();

        // the portal checks again when the file is sent all the same
        await upload.click();
        await page.getByRole('row', { name: /Row 3, exam_date .*Date invalid$/ }).waitFor();

        await page.setInputFiles('input[type=file]', file(number, LINE));
        await page.getByText(/0 matched, 1 not matched, 0 with errors, \$45\.50 in all/).waitFor();
        await upload.click();
        await page.getByText(`Invoice ${number}: 1 lines, 0 matched, 1 not matched.`).waitFor();
        await page.getByRole('row', { name: /2 .*Student not found$/ }).waitFor();

        // an existing invoice is refused before it is sent to be saved
        await page.setInputFiles('input[type=file]', file(number, LINE, LINE));
        await page.getByText('This invoice was already uploaded.').waitFor();
      },
      /422|409/,
    );
  });
});
