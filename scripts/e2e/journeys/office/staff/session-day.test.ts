import { describe, expect, test } from '@jest/globals';
import { setAttendance } from '@portal/contract/sessions/session-day';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession, beginSession } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** Creates a session that has just begun, with students in it. */
async function begun(students: number) {
  const testSessionId = await aSession({ seats: 9, inHours: 2 });
  const ids: number[] = [];
  for (let made = 0; made < students; made++) {
    const { person, id } = await aStudent({ credits: 3 });
    await booked(person, await examThat(person, isPlain), testSessionId);
    ids.push(id);
  }
  await beginSession(testSessionId);
  return { testSessionId, ids };
}

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office records attendance, sees a colleague’s marks, and prints the list', async () => {
    const { testSessionId, ids } = await begun(2);
    const colleague = await signedInStaff('ROLE_ADMIN');
    await journey(browser, device, async (screen) => {
      await openAsStaff(screen, 'ROLE_SUPPORT', `/admin/session/${testSessionId}`);
      const { page } = screen;
      await page.getByRole('heading', { level: 1, name: /^Brooklyn, / }).waitFor();
      const marks = page.getByRole('group', { name: /^Attendance of / });
      expect(await marks.count()).toBe(2);

      const first = marks.first();
      await first.getByRole('button', { name: 'Arrived' }).click();
      await first.getByRole('button', { name: 'Arrived', pressed: true }).waitFor();
      await page.getByText('1 of 2').waitFor();
      // once more: removes the mark
      await first.getByRole('button', { name: 'Arrived' }).click();
      await first.getByRole('button', { name: 'Arrived', pressed: false }).waitFor();

      const news = page.getByText('Updated just now');
      expect(await news.count()).toBe(0); // the page's own change is not announced
      const listening = page.waitForRequest((request) => request.url().includes('/sessionEvents'));
      await page.reload();
      await listening;
      await marks.first().waitFor();
      await colleague.do(setAttendance, {
        testSessionId,
        students: ids.map((studentId) => ({ studentId, attendance: 'absent' as const })),
      });
      await news.waitFor();
      expect(await page.getByRole('button', { name: 'Absent', pressed: true }).count()).toBe(2);

      await page.getByRole('combobox', { name: 'Attendance' }).click();
      await page.getByRole('option', { name: 'Expected' }).click();
      await page.getByText('No results found.').waitFor();
      await page.getByRole('combobox', { name: 'Attendance' }).click();
      await page.getByRole('option', { name: 'Absent' }).click();
      await marks.nth(1).waitFor();
      await page.getByLabel('Name', { exact: true }).fill('nobody of this name');
      await page.getByText('No results found.').waitFor();

      const list = await page.getByRole('link', { name: 'Print list' }).getAttribute('href');
      const file = await page.request.get(new URL(list as string, page.url()).href);
      expect(file.headers()['content-type']).toBe('application/pdf');
      expect((await file.body()).toString('latin1')).toMatch(/^%PDF/);

      await page.getByRole('tab', { name: 'History' }).click();
      await page
        .getByText(/attendance: expected → absent/)
        .first()
        .waitFor();
    });
  });
});
