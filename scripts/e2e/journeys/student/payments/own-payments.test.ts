import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import { chargeRefund } from '@portal/contract/purchases/payments';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../../portal/databases.ts';
import { aPayer } from '../../../payments/refunds.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.student)(
  'on a %s, a student sees payments and refunds, and keeps the receipts',
  async (device) => {
    const [payer, superAdmin] = await Promise.all([aPayer(), signedInStaff('ROLE_SUPER_ADMIN')]);
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      const [year, month] = newYorkDay(steadyNow()).split('-').map(Number);
      await sql('payments', 'UPDATE card SET exp_month = $2, exp_year = $3 WHERE student_id = $1', [
        payer.id,
        month,
        year,
      ]);
      await openAs(screen, payer, '/myaccount');
      await page.getByText('Expires soon').waitFor();
      const list = page.getByRole('list', { name: 'Payments' });
      await list.getByRole('listitem').first().waitFor();
      expect(await list.getByRole('listitem').count()).toBe(1);
      // the open page shows the changes of the office
      await superAdmin.do(chargeRefund, { chargeId: payer.proctorCharge, refundAmt: 2.5 });
      await list.getByText('−$2.50').waitFor();
      const history = page.getByRole('table', { name: 'Credit history' });
      await history.getByRole('row').nth(2).waitFor();
      for (const name of [/^Receipt: /, 'Download receipt']) {
        const coming = page.waitForEvent('download');
        await page.getByRole('button', { name }).click();
        const file = await coming;
        expect(file.suggestedFilename()).toMatch(/receipt.*\.pdf$/i);
        expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
        await page.getByText(file.suggestedFilename()).waitFor();
      }
    });
  },
);
