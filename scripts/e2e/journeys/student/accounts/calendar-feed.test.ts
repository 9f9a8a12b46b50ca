import { expect, test } from '@jest/globals';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.student)(
  'on a %s, a student gets an address for the own calendar, and ends it again',
  async (device) => {
    const student = await aStudent();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/myaccount');
      await page.getByRole('button', { name: 'Calendar feed' }).click();
      const dialog = page.getByRole('dialog', { name: 'Calendar feed' });
      await dialog.getByRole('button', { name: 'Make address' }).click();
      const address = dialog.getByLabel('Address of your calendar feed');
      await address.waitFor();
      const url = await address.inputValue();
      const read = () => fetch(url);
      const calendar = await read();
      expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR/);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Calendar feed' }).click();
      await dialog.getByText(/^There is an address, made .* last read/).waitFor();
      expect(await dialog.getByText(url).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByRole('button', { name: 'Revoke address' }).click();
      await dialog.getByRole('button', { name: 'Make address' }).waitFor();
      expect((await read()).status).toBe(404);
    });
  },
);
