import { describe, expect, test } from '@jest/globals';
import { getSessionDay } from '@portal/contract/sessions/session-day';
import { examThat, feesPaid, isPlain, registered } from '../../../exams/registrations.ts';
import { aSession, beginSession } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.office)('on a %s', (device) => {
  test('a student at the door pays the fee and is booked as arrived', async () => {
    const testSessionId = await aSession({ seats: 5, inHours: 2 });
    const { person, email, id: studentId } = await aStudent({ credits: 3 });
    const { exam } = await registered(person, await examThat(person, isPlain));
    await beginSession(testSessionId, 10);
    await journey(
      browser,
      device,
      async (screen) => {
        await openAsStaff(screen, 'ROLE_ADMIN', `/admin/session/${testSessionId}`);
        const { page } = screen;
        await page.getByText('Nobody is booked.').waitFor();
        await page.getByRole('button', { name: 'Add walk-in' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add walk-in' });
        await dialog.getByLabel('Student').fill(email);
        await dialog.getByRole('group', { name: 'Students found' }).getByRole('button').click();
        await dialog.getByRole('combobox', { name: 'Exam' }).click();
        await page.getByRole('option', { name: exam.subject }).click();
        await dialog.getByRole('button', { name: 'Add walk-in' }).click();
        await dialog.getByText('$15.00 has to be paid first.').waitFor();

        await feesPaid(person, exam);
        await dialog.getByRole('button', { name: 'Add walk-in' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Arrived', pressed: true }).waitFor();
        await page.getByText('1 of 1').waitFor();
      },
      /status of 409/,
    );
    const admin = await signedInStaff('ROLE_ADMIN');
    expect(await admin.do(getSessionDay, { testSessionId })).toMatchObject({
      rows: [{ studentId, attendance: 'arrived' }],
    });
  });
});

test('no walk-in is accepted any more half an hour after the start', async () => {
  const testSessionId = await aSession({ seats: 5, inHours: 2 });
  await beginSession(testSessionId, 31);
  await journey(browser, 'desk', async (screen) => {
    await openAsStaff(screen, 'ROLE_ADMIN', `/admin/session/${testSessionId}`);
    await screen.page.getByText('Nobody is booked.').waitFor();
    const add = screen.page.getByRole('button', { name: 'Add walk-in' });
    expect((await add.count()) === 0 || (await add.isDisabled())).toBe(true);
  });
});
