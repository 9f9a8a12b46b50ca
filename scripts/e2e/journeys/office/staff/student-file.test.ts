import { describe, expect, test } from '@jest/globals';
import { getCreditsInfo, getStudentInfo } from '@portal/contract/students/student';
import { getStudentFile, saveNote } from '@portal/contract/students/student-file';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const openFile = 'Student file';

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office writes a note, pins it above every page, and strikes it out', async () => {
    const student = await aStudent();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', `/admin/student/${student.id}`);
      await page.getByRole('button', { name: openFile }).click();
      const file = page.getByRole('dialog', { name: 'Student file' });
      await file.getByText('No notes.').waitFor();

      await file.getByRole('button', { name: 'Add note' }).click();
      await page.keyboard.type('Called about Monday.\nWants an earlier session.');
      await file.getByRole('checkbox', { name: /^Pin it/ }).check();
      await file.getByRole('button', { name: 'Save' }).click();
      await file.getByText('Test Staff').waitFor();
      await page.keyboard.press('Escape');
      await file.waitFor({ state: 'detached' });
      const pinned = page.getByRole('list', { name: 'Pinned notes' });
      await pinned.getByText('Called about Monday.').waitFor();

      // a colleague's note in the meantime appears automatically
      const colleague = await signedInStaff('ROLE_SUPPORT');
      const note = { text: 'Paid by check.', pinned: true };
      await colleague.do(saveNote, { student_id: student.id, ...note });
      await pinned.getByText('Paid by check.').waitFor();

      await page.getByRole('button', { name: openFile }).click();
      const mine = file.getByRole('listitem').filter({ hasText: 'Called about Monday.' });
      await mine.getByRole('button', { name: 'Strike out' }).click();
      await mine.getByRole('button', { name: 'Strike out' }).click();
      await mine.waitFor({ state: 'detached' });
      const { notes } = await colleague.do(getStudentFile, { student_id: student.id });
      expect(notes?.map(({ text }) => text)).toEqual(['Paid by check.']);
    });
  });

  test('the office bars a student, shown on each page of theirs, and lifts it', async () => {
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
      await file.getByRole('button', { name: 'Save' }).click();
      await file.getByText('In force').waitFor();
      expect((await student.person.ask(getCreditsInfo, {})).status).toBe(401);

      await file.getByRole('button', { name: 'Add bar' }).click();
      await file.getByLabel('Signing in').check();
      await file.getByLabel('Reason').fill('Once more');
      await file.getByRole('button', { name: 'Save' }).click();
      await file.getByText('There is already a bar with these levels.').waitFor();
      await file.getByRole('button', { name: 'Cancel' }).click();
      await page.keyboard.press('Escape');
      const barred = 'Barred from buying, booking and signing in until 01/31/2035';
      await page.getByText(barred, { exact: true }).waitFor();

      await page.getByRole('button', { name: openFile }).click();
      await file.getByRole('button', { name: 'Lift' }).click();
      await file.getByLabel('Why it is lifted').fill('The bank has paid');
      await file.getByRole('button', { name: 'Lift' }).click();
      await file.getByText('Lifted', { exact: true }).waitFor();
    };
    await journey(browser, device, walk, /status of 409/);
  });

  test('the office grants extra time by a letter, and ends it', async () => {
    const student = await aStudent();
    const letter = {
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\nletter\n%%EOF'),
    };
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', `/admin/student/${student.id}`);
      await page.getByRole('button', { name: openFile }).click();
      const file = page.getByRole('dialog', { name: 'Student file' });
      const part = file.getByRole('region', { name: 'Accommodations' });
      await part.getByRole('button', { name: 'Add accommodation' }).click();
      await page.setInputFiles('input[type=file]', letter);
      await part.getByLabel('Remark (optional)').fill('Letter of Dr Gold');
      await part.getByLabel('Last day (optional)').fill('2035-06-30');
      await part.getByRole('button', { name: 'Save' }).click();
      await part.getByText('To be decided').waitFor();

      await part.getByRole('button', { name: 'Approve' }).click();
      await part.getByText('Approved', { exact: true }).waitFor();
      await part.getByText(/approved by Test Staff/).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        part.getByRole('link', { name: 'Document' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('letter.pdf');
      const { student: seen } = await student.person.do(getStudentInfo, {});
      expect(seen.accommodations).toBe('25 % extra time');

      await part.getByRole('button', { name: 'End accommodation' }).click();
      await part.getByLabel('Why it ends').fill('The term is over');
      await part.getByRole('button', { name: 'End accommodation' }).click();
      await part.getByText('Ended', { exact: true }).waitFor();
    });
  });
});
