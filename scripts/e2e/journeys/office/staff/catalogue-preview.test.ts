import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { setPrice } from '@portal/contract/catalogue/office-price';
import { newYorkDay } from '@portal/contract/days';
import { steadyNow } from '@portal/kit/steady-clock';
import { anExam } from '../../../exams/catalogue.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const inDays = (days: number): string =>
  Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days }).toString();

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office previews an exam for students, for a later day, for one student', async () => {
    const subject = `Preview ${randomUUID().slice(0, 8)}`;
    const refId = await anExam({ subject, additionalChargeCents: 5_000 });
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    await superAdmin.do(setPrice, {
      kind: 'additional_charge',
      refId,
      amount: 70,
      validFrom: inDays(2),
      reason: 'For a test',
    });
    const { email } = await aStudent({ credits: 3 });
    await journey(browser, device, async (screen) => {
      const query = new URLSearchParams({ search: subject });
      await openAsStaff(screen, 'ROLE_ADMIN', `/admin/catalogue?${query}`);
      const { page } = screen;
      await page.getByRole('button', { name: `Preview as student ${subject}` }).click();
      const dialog = page.getByRole('dialog', { name: `Preview ${subject}` });
      const member = dialog.getByRole('region', { name: 'A member', exact: true });
      await member.getByText('$50.00').waitFor();
      expect(await dialog.getByText('BUY', { exact: true }).count()).toBe(2);

      await dialog.getByLabel('On', { exact: true }).fill(inDays(2));
      await member.getByText('$70.00').waitFor();

      await dialog.getByText('One student').click();
      await dialog.getByRole('textbox', { name: 'Student' }).fill(email);
      await dialog.getByRole('group', { name: 'Students found' }).getByRole('button').click();
      await dialog.getByText('GET', { exact: true }).waitFor();
      await dialog.getByText('$70.00').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });
  });
});
