import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { getReceipt } from '@portal/contract/payments/receipt';
import { receiptYears } from '@portal/contract/payments/receipt-years';
import {
  getPackagesTypesToDisplay,
  purchasePackageWithProfile,
} from '@portal/contract/purchases/payments';
import { steadyNow } from '@portal/kit/steady-clock';
import { settle } from '../../../../portal/processor.ts';
import { savedCard } from '../../../exams/registrations.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const [current = 0] = receiptYears(steadyNow());

/** Creates a student with a name in Hebrew who bought a package by card. */
async function aBuyer() {
  const student = await aStudent({ firstName: 'רבקה', lastName: 'כהן לוי' });
  const { packages } = await student.person.do(getPackagesTypesToDisplay, {});
  const offer = packages.find(({ is_default }) => is_default);
  const { ccId } = await savedCard(student.person);
  await student.person.do(purchasePackageWithProfile, {
    packageId: offer?.id as number,
    amount: offer?.purchase_price as number,
    ccId,
  });
  await settle();
  return student;
}

describe.each(devicesOf.office)('on a %s', (device) => {
  test('an advisor downloads the receipt of a year by keyboard, retrying failures', async () => {
    const student = await aBuyer();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const download = page.getByRole('button', { name: 'Download Receipt' });
        const year = page.getByRole('combobox', { name: 'Year' });
        await openAsStaff(screen, 'ROLE_ADVISOR', `/admin/receipt/${student.id}`);
        await page.getByRole('heading', { level: 1, name: 'JSE Receipt' }).waitFor();
        expect(await page.title()).toBe('Receipt | Student portal');
        expect(await download.isDisabled()).toBe(true);

        await year.focus();
        await page.keyboard.press('ArrowDown');
        await page.getByRole('option').first().waitFor();
        expect(await page.getByRole('option').allTextContents()).toEqual(
          receiptYears(steadyNow()).map(String),
        );
        await page.keyboard.press('Enter');
        expect(await year.inputValue()).toBe(String(current));
        await page.getByRole('button', { name: 'Clear the year' }).click();
        expect(await download.isDisabled()).toBe(true);
        await year.click();
        await page.getByRole('option', { name: String(current), exact: true }).click();

        await page.route(`**${getReceipt.path}`, (route) => route.abort(), { times: 1 });
        await download.click();
        await page.getByRole('alert').waitFor();

        const coming = page.waitForEvent('download');
        await download.click();
        const file = await coming;
        const name = `${current}-Full receipt-${student.firstName} ${student.lastName}.pdf`;
        expect(file.suggestedFilename()).toBe(name);
        await page.getByRole('status').getByText(`Downloaded ${name}`).waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
        const shots = process.env['SHOTS'];
        if (shots) await copyFile(await file.path(), join(shots, 'receipt.pdf'));
      },
      /ERR_FAILED/,
    );
  });
});
