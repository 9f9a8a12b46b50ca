import { describe, expect, test } from '@jest/globals';
import { getCreditsInfo } from '@portal/contract/students/student';
import { getStudentFile, saveNote } from '@portal/contract/students/student-file';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { type Device, devices, journey, type Screen } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const openFile = 'Student file';

describe.each(Object.keys(devices) as Device[])('on a %s', (device) => {
  test('the office writes a note, pins it above every page of the student, and strikes it out', async () => {
    const student = await aStudent();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', `/admin/student/${student.id}`);
      await page.getByRole('button', { name: openFile }).click();
      const file = page.getByRole('dialog', { name: 'Student file' });
      await file.getByText('No notes.').waitFor();
      await screen.look('file-empty');

      await file.getByRole('button', { name: 'Add note' }).click();
      await page.keyboard.type('Called about Monday.\nWants an earlier session.');
      await file.getByRole('checkbox', { name: /^Pin it/ }).check();
      await screen.look('file-note-form');
      await file.getByRole('button', { name: 'Save' }).click();
      await file.getByText('Test Staff').waitFor();
      await screen.look('file-note');
      await page.keyboard.press('Escape');
      await file.waitFor({ state: 'detached' });
      const pinned = page.getByRole('list', { name: 'Pinned notes' });
      await pinned.getByText('Called about Monday.').waitFor();
      await screen.look('file-pinned');

      // what a colleague writes meanwhile comes by itself
      const colleague = await signedInStaff('ROLE_SUPPORT');
      const note = { text: 'Paid by check.', pinned: true };
      await colleague.do(saveNote, { student_id: student.id, ...note });
      await pinned.getByText('Paid by check.').waitFor();

      await page.getByRole('button', { name: openFile }).click();
      const mine = file.getByRole('listitem').filter({ hasText: 'Called about Monday.' });
      await mine.getByRole('button', { name: 'Strike out' }).click();
      await screen.look('file-strike');
      await mine.getByRole('button', { name: 'Strike out' }).click();
      await mine.waitFor({ state: 'detached' });
      const { notes } = await colleague.do(getStudentFile, { student_id: student.id });
      expect(notes?.map(({ text }) => text)).toEqual(['Paid by check.']);
    });
  });

  test('the office bars a student, which every page of the student says, and lifts the bar', async () => {
    const student = await aStudent();
    const walk = async (screen: Screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', `/admin/studentinfo/${student.id}`);
      await page.getByRole('button', { name: openFile }).click();
      const file = page.getByRole('dialog', { name: 'Student file' });
      await file.getByRole('button', { name: 'Add bar' }).click();
      await file.getByLabel('Signing in').check();
      await file.getByLabel('Last day (optional)').fill('2035-01-31');
      await file.getByLabel('Reason').fill('Chargeback of the last payment');
      await screen.look('file-bar-form');
      await file.getByRole('button', { name: 'Save' }).click();
      await file.getByText('In force').waitFor();
      expect((await student.person.ask(getCreditsInfo, {})).status).toBe(401);
      await screen.look('file-bar');

      await file.getByRole('button', { name: 'Add bar' }).click();
      await file.getByLabel('Signing in').check();
      await file.getByLabel('Reason').fill('Once more');
      await file.getByRole('button', { name: 'Save' }).click();
      await file.getByText('There is already a bar with these levels.').waitFor();
      await screen.look('file-bar-refused');
      await file.getByRole('button', { name: 'Cancel' }).click();
      await page.keyboard.press('Escape');
      await page.getByText('Barred from buying, booking and signing in until 01/31/2035').waitFor();
      await screen.look('file-barred');

      await page.getByRole('button', { name: openFile }).click();
      await file.getByRole('button', { name: 'Lift' }).click();
      await file.getByLabel('Why it is lifted').fill('The bank has paid');
      await file.getByRole('button', { name: 'Lift' }).click();
      await file.getByText('Lifted', { exact: true }).waitFor();
      await screen.look('file-lifted');
    };
    await journey(browser, device, walk, /status of 409/);
  });
});
