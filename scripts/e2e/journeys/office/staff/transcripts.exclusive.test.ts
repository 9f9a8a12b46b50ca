import { describe, expect, test } from '@jest/globals';
import { breakPartner, mendPartners } from '../../../../portal/processor.ts';
import {
  knownAtVendors,
  resultAtCoopersmith,
  resultAtTal,
  transcriptsAt,
} from '../../../exams/vendors.ts';
import { anEnrolled } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const SENT = 'The transcript request was sent.';

/** Creates a student with exams at each vendor, one of them with a pending grade. */
async function anExaminee() {
  const student = await knownAtVendors();
  await resultAtTal(student.talId);
  await resultAtTal(student.talId, {
    examCode: 'CIS-205',
    vendor: 'CIS',
    subject: 'Introduction to Logic',
    result: 'Fail',
  });
  await resultAtTal(student.talId, {
    examCode: 'TAL-107',
    subject: 'Biblical Hebrew',
    result: 'Pending',
    online: true,
  });
  await resultAtCoopersmith(student.cccId);
  return student;
}

describe.each(devicesOf.office)('on a %s', (device) => {
  test('an advisor reads why transcripts are refused, then requests one of each', async () => {
    const student = await anExaminee();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      const tal = page.getByRole('region', { name: 'TAL and CIS' });
      const coopersmith = page.getByRole('region', { name: 'Coopersmith' }).first();
      const button = { name: 'Request transcript' };
      await openAsStaff(screen, 'ROLE_ADVISOR', `/admin/transcripts-request/${student.id}`);
      await page.getByRole('heading', { level: 1, name: 'Transcripts request' }).waitFor();
      expect(await page.title()).toBe('Transcripts request | Student portal');
      await tal.getByText('There are pending grades').waitFor();
      expect(await tal.getByRole('button', button).isDisabled()).toBe(true);
      await page.getByRole('table', { name: 'TAL 2' }).getByText('Biblical Hebrew').waitFor();
      await page.getByRole('table', { name: 'CIS 1' }).getByText('Fail').waitFor();

      await tal.getByRole('checkbox').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await tal.getByText(SENT).waitFor();
      expect(await transcriptsAt('tal', student.talId)).toMatchObject([
        { examCodes: ['CIS-205', 'TAL-101'] },
      ]);
      await coopersmith.getByRole('button', button).click();
      await coopersmith.getByText(SENT).waitFor();
      expect(await transcriptsAt('coopersmith', student.cccId)).toHaveLength(1);

      await page.reload();
      await tal.getByText('Latest request').waitFor();
      await page.emulateMedia({ media: 'print' });
      const paper = page.locator('body > article');
      await paper.getByText('Exam results').waitFor();
      expect(await paper.textContent()).not.toMatch(/Introduction to Logic/);
    });
  });
});

describe('a vendor', () => {
  test('that knows no exams is named, and a failed request can be retried', async () => {
    const [student, stranger] = [await anExaminee(), await anEnrolled()];
    await journey(
      browser,
      'desk',
      async (screen) => {
        const { page } = screen;
        await openAsStaff(screen, 'ROLE_ADVISOR', `/admin/transcripts-request/${stranger.id}`);
        await page.getByText('TAL id is missing from student record').waitFor();
        await page.getByText('Student did not take any Coopersmith exams').waitFor();

        await page.goto(`/admin/transcripts-request/${student.id}`);
        const coopersmith = page.getByRole('region', { name: 'Coopersmith' }).first();
        await breakPartner({
          partner: 'coopersmith',
          mode: 'error',
          count: 1,
          operation: 'POST /coopersmith/transcripts',
        });
        await coopersmith.getByRole('button', { name: 'Request transcript' }).click();
        await coopersmith.getByText('Error sending transcript request.').waitFor();
        await mendPartners();
        await coopersmith.getByRole('button', { name: 'Request transcript' }).click();
        await coopersmith.getByText(SENT).waitFor();
      },
      /502/,
    );
  });
});
