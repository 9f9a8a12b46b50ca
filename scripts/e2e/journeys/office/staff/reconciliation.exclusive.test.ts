import { describe, expect, test } from '@jest/globals';
import { breakPartner, mendPartners } from '../../../../portal/processor.ts';
import {
  adjustedCents,
  aLostPayment,
  aSettledDay,
  dayOf,
  onlyThere,
} from '../../../payments/settled-days.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff, staffMenu } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.office)('on a %s', (device) => {
  test('a super admin compares a day, explains, mends and signs it', async () => {
    const date = aSettledDay();
    const { id } = await aStudent();
    const { invoiceNumber } = await aLostPayment(id);
    await onlyThere(date, { cents: 1500, invoiceNumber });
    const unknown = await onlyThere(date, { cents: 4200, invoiceNumber: 'unknown-1' });
    const refund = await onlyThere(date, { kind: 'refund', cents: 900 });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_SUPER_ADMIN', `/admin/payments/${date}/TTI`);
      await page.getByText('Not compared yet.').waitFor();
      await page.getByRole('button', { name: 'Compare now', exact: true }).click();
      await page.getByText('The day was compared.').waitFor();
      await page.getByRole('heading', { name: /^Differences/ }).waitFor();
      expect(await page.getByRole('article').count()).toBe(3);
      expect(await page.getByRole('button', { name: 'Sign day' }).isDisabled()).toBe(true);

      await page.getByRole('button', { name: `Explain ${refund}` }).click();
      const explain = page.getByRole('dialog', { name: 'Explain' });
      await explain.getByLabel('Comment').fill('Given back by hand on the telephone');
      await explain.getByRole('button', { name: 'Explain' }).click();
      await explain.waitFor({ state: 'detached' });
      await page.getByText('Given back by hand on the telephone').waitFor();

      await page.getByRole('button', { name: `Mend ${unknown}` }).click();
      const mend = page.getByRole('dialog', { name: 'Mend' });
      await mend.getByLabel('Comment').fill('Nobody knows of it');
      await mend.getByText('Adjust the ledger').click();
      await mend.getByRole('button', { name: 'Adjust the ledger' }).click();
      await mend.waitFor({ state: 'detached' });

      const lost = page.getByRole('article').filter({ hasText: `student ${id}` });
      await lost.getByRole('button', { name: /^Mend / }).click();
      await mend.getByLabel('Comment').fill('The answer was lost');
      await mend.getByRole('button', { name: 'Finish the payment' }).click();
      await mend.waitFor({ state: 'detached' });
      await lost.getByText('Mended').waitFor();

      await page.getByRole('button', { name: 'Sign day' }).click();
      const sign = page.getByRole('dialog', { name: 'Sign day' });
      await sign.getByText('After signing nothing of this day can be changed.').waitFor();
      await sign.getByLabel('Comment').fill('Seen with the bank');
      await sign.getByRole('button', { name: 'Sign day' }).click();
      await sign.waitFor({ state: 'detached' });
      await page.getByText(/^Signed by .*: Seen with the bank$/).waitFor();
      expect(await page.getByRole('button', { name: /^(Compare|Mend|Explain|Sign)/ }).count()).toBe(
        0,
      );
    });
    const { state, list } = await dayOf(await signedInStaff('ROLE_SUPER_ADMIN'), date);
    expect([state, list.map((one) => [one.state, one.action]).sort()]).toEqual([
      'signed',
      [
        ['explained', 'explain'],
        ['mended', 'adjust'],
        ['mended', 'finish_payment'],
      ],
    ]);
    const difference = list.find(({ transactionId }) => transactionId === unknown);
    expect(await adjustedCents(difference?.differenceId ?? 0)).toEqual([-4200]);
  });

  test('tech support sees the last days, and an error while the processor is down', async () => {
    const date = aSettledDay();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAsStaff(screen, 'ROLE_TECH_SUPPORT', '/admin/users');
        await (await staffMenu(screen)).getByRole('link', { name: 'Payments' }).click();
        await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
        await page.getByText('TTINJ').first().waitFor();
        await page.getByText('31 days').click();
        await page.getByRole('link', { name: / TTI$/ }).nth(20).waitFor();

        await page.goto(`/admin/payments/${date}/TTI`);
        await page.getByText('Not compared yet.').waitFor();
        await breakPartner({
          partner: 'cards',
          mode: 'error',
          count: 1,
          operation: 'getSettledBatchListRequest',
        });
        await page.getByRole('button', { name: 'Compare now', exact: true }).click();
        await page
          .getByText('The card processor could not be asked. Please try again.', { exact: true })
          .waitFor();
        await mendPartners();
        await page.getByRole('button', { name: 'Compare now', exact: true }).click();
        await page.getByText('Everything matches.').waitFor();
        expect(await page.getByRole('button', { name: 'Sign day' }).count()).toBe(0);
      },
      /502/,
    );
  });
});
