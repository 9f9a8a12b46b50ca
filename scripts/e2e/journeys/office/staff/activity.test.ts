import { describe, expect, test } from '@jest/globals';
import { editStudent } from '@portal/contract/students/enrol';
import { signIn, someStaff } from '../../../people/staff.ts';
import { aStudent, quickHash } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsAccount } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.office)('on a %s', (device) => {
  test('an admin reads all activity, filters it, and goes on to a student', async () => {
    const [admin, student] = await Promise.all([
      someStaff('ROLE_ADMIN', { passwordHash: quickHash }),
      aStudent(),
    ]);
    const editor = await signIn(admin);
    await editor.do(editStudent, { student_id: student.id, city: 'Monsey' });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsAccount(page, '/admin/activity', admin);
      await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
      await page.getByRole('combobox', { name: 'What' }).press('Enter');
      await page.getByRole('option', { name: 'Student record' }).click();
      await page.getByRole('combobox', { name: 'Who' }).press('Enter');
      await page.getByRole('option', { name: 'Staff' }).click();
      const link = page.getByRole('link', { name: `student ${student.id}` }).first();
      await link.waitFor();
      await page.reload();
      await link.waitFor();
      await page.getByLabel('User name').fill('nobody.is.called.this');
      await page.getByText('No activity.').waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('No activity.').waitFor({ state: 'detached' });
      // other journeys add to the whole list
      await page.getByLabel('User name').fill(admin.loginName);
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/admin/history/${student.id}`);
    });
  });
});
