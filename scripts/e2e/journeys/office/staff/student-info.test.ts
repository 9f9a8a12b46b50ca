import { describe, expect, test } from '@jest/globals';
import {
  getPackagesTypesToDisplay,
  purchasePackageWithProfile,
} from '@portal/contract/purchases/payments';
import { settle } from '../../../../portal/processor.ts';
import { savedCard } from '../../../exams/registrations.ts';
import { knownAtVendors, resultAtTal } from '../../../exams/vendors.ts';
import { aPayer, refundsOf } from '../../../payments/refunds.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** Creates a student with a registration whose fees are paid, and a package bought by card. */
async function aCustomer() {
  const payer = await aPayer();
  const { packages } = await payer.person.do(getPackagesTypesToDisplay, {});
  const offer = packages.find(({ is_default }) => is_default);
  const { ccId, cc4digits } = await savedCard(payer.person);
  const amount = offer?.purchase_price as number;
  await payer.person.do(purchasePackageWithProfile, {
    packageId: offer?.id as number,
    amount,
    ccId,
  });
  await settle();
  return { ...payer, price: amount, cc4digits };
}

describe.each(devicesOf.office)('on a %s', (device) => {
  test('a super admin refunds a package and some of a fee, and reads the history', async () => {
    const customer = await aCustomer();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_SUPER_ADMIN', `/admin/studentinfo/${customer.id}`);
      await page.getByRole('heading', { level: 1, name: 'Student info' }).waitFor();
      for (const name of ['Registrations', 'Transaction logs', 'TAL/CIS exams results', 'Charges'])
        await page.getByRole('heading', { level: 2, name }).waitFor();

      await page
        .getByRole('button', { name: /^refund / })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Refund package' });
      await dialog.getByText('Credits left').waitFor();
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
      const price = customer.price.toFixed(2);
      const message = `Refunded $${price} to card ending ${customer.cc4digits}.`;
      await page.getByText(message).first().waitFor();
      expect(await refundsOf(customer)).toEqual([customer.price]);

      const amount = page.getByRole('textbox', { name: 'Amount to refund of Additional fee' });
      await amount.fill('10000');
      await amount.press('Enter');
      await page.getByText(/^The refund cannot be more than \$/).waitFor();
      await amount.fill('1.50');
      await amount.press('Enter');
      await page.getByRole('button', { name: 'Refund $1.50' }).click();
      await page.getByText('partly refunded').waitFor();
      expect(await refundsOf(customer)).toEqual([customer.price, 1.5]);

      const registrations = page.getByRole('table', { name: 'Registrations' });
      await registrations.getByRole('button', { name: /^User activity history for / }).click();
      await page
        .getByRole('dialog')
        .getByText(/^created/)
        .waitFor();
    });
  });
});

test('tech support come by the lookup, and see the answer of TAL', async () => {
  const student = await knownAtVendors();
  await resultAtTal(student.talId);
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsStaff(screen, 'ROLE_TECH_SUPPORT', '/admin/student-lookup');
    await page.getByLabel('Email').fill(student.email);
    await page.keyboard.press('Enter');
    const more = page.getByRole('link', { name: /^More about / });
    expect(await more.getAttribute('href')).toBe(`/admin/studentinfo/${student.id}`);
    await page.goto(`/admin/studentinfo/${student.id}`);
    await page.getByRole('table', { name: 'TAL 1' }).getByText('Ethics').waitFor();
    expect(
      await page.getByRole('navigation', { name: 'Student' }).getByRole('link').allTextContents(),
    ).toEqual(['Student info']);
  });
});
