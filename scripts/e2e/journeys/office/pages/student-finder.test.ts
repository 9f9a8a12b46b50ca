import { afterAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { anEnrolled } from '../../../people/students.ts';
import { type Device, journey, startBrowser } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';

let browser: Browser | undefined;
afterAll(() => browser?.close());

test.each<Device>(['desk', 'phone'])(
  'an advisor finds a student from any page by a misspelt name, and comes back to them: %s',
  async (device) => {
    browser ??= await startBrowser();
    const lastName = `Zylberberg${Date.now()
      .toString(36)
      .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
    const student = await anEnrolled({ firstName: 'Yocheved', lastName });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADVISOR', '/admin/study-materials');
      await page.getByRole('heading', { name: 'Study materials' }).waitFor();
      await page.getByRole('button', { name: 'Find a student' }).waitFor();
      if (screen.isPhone) await page.getByRole('button', { name: 'Find a student' }).click();
      else await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Student' });
      await page.getByText('Type at least two letters.').waitFor();

      await field.pressSequentially(lastName.replace('berb', 'brbe'));
      await page.getByRole('option', { name: new RegExp(lastName) }).waitFor();
      await screen.look(`finder-${device}`);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/admin/student/${student.id}?myexams=`);
      await page.getByRole('region', { name: 'Student in view' }).getByText(lastName).waitFor();

      await page.getByRole('button', { name: 'Find a student' }).click();
      await page.getByRole('listbox', { name: 'Last looked at' }).waitFor();
      await page.getByRole('option', { name: new RegExp(lastName) }).waitFor();
      await screen.look(`finder-${device}-recent`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
        lastName,
      );
    });
  },
);
