import { describe, expect, test } from '@jest/globals';
import { mailsTo, mailTo } from '../../../../portal/mails.ts';
import { anAddress } from '../../../people/non-members.ts';
import { anEnrolled } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.office)('on a %s', (device) => {
  test('admissions invite by keyboard: students are listed, a new address gets mail', async () => {
    const [known, email] = [await anEnrolled(), anAddress()];
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      const send = page.getByRole('button', { name: 'Send', exact: true });
      await openAsStaff(screen, 'ROLE_ADMISSIONS', '/admin/non-member-invite');
      await page.getByRole('heading', { name: 'Non-member invite' }).waitFor();
      expect(await page.title()).toBe('Non-member invite | Student portal');
      expect(await send.isDisabled()).toBe(true);

      await page.getByLabel('First name').fill('Ina');
      await page.keyboard.press('Tab');
      await page.keyboard.type('nobody');
      await page.keyboard.press('Tab');
      await page.getByText('Email invalid').waitFor();
      await page.getByRole('textbox', { name: 'Email' }).fill(known.email);
      const college = page.getByRole('combobox', { name: 'College' });
      await college.focus();
      await page.keyboard.type('wood');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await send.click();
      await page.getByRole('table', { name: 'Students with this email 1' }).waitFor();
      await page.getByText(known.lastName).waitFor();
      expect(await mailsTo(known.email)).toEqual([]);

      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.keyboard.press('Enter');
      await page.getByText(`The invitation was sent to ${email}.`).waitFor();
      await mailTo(email, 'Create your JSE account');
      await page.getByRole('button', { name: 'Invite another non-member' }).click();
      expect(await page.getByLabel('First name').inputValue()).toBe('');
    });
  });
});
