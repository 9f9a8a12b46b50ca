import { beforeAll, describe, expect, test } from '@jest/globals';
import { getAllActiveExams } from '@portal/contract/exams/exams';
import { getCreditsInfo } from '@portal/contract/students/student';
import type { Person } from '../../../../portal-user/person.ts';
import { aSeminarian } from '../../../people/seminary-students.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { anEnrolled, aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

type Exam = { id: number; credits: number; courseNumber: string; subject: string };
let admin: Person;
let tal: Exam;
let cis: Exam;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
  const exams = (await admin.do(getAllActiveExams, {})) as (Exam & { vendor_id: number })[];
  tal = exams.find(({ vendor_id }) => vendor_id === 1) as Exam;
  cis = exams.find(({ vendor_id }) => vendor_id === 4) as Exam;
});

/** Creates a student with credits, and the same person as a seminary student with two exams. */
async function aSeminaryPair({ missing = 0, gradeComment = 'Pass' as string | null } = {}) {
  const student = await aStudent({ credits: tal.credits + cis.credits - missing });
  const id = await aSeminarian(admin, student, [
    { examId: tal.id, gradeComment },
    { examId: cis.id },
  ]);
  return { ...student, seminaryStudentId: id };
}

describe.each(devicesOf.office)('on a %s', (device) => {
  test('an admin buys the missing credits, and redeems exams sat at a seminary', async () => {
    const [short, student] = [await aSeminaryPair({ missing: 2 }), await aSeminaryPair()];
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', `/admin/seminaryStudentRedemption/${short.id}`);
      await page.getByRole('heading', { level: 1, name: 'Seminary redemption' }).waitFor();
      await page.getByRole('button', { name: 'Continue' }).waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Credits needed: 2').waitFor();
      await page.getByRole('link', { name: 'Buy 2 credits' }).click();
      await page.getByRole('dialog').waitFor();

      await page.goto(`/admin/seminaryStudentRedemption/${student.id}`);
      await page.getByRole('button', { name: 'Continue' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('table', { name: 'Exams 2' }).getByText(tal.subject).waitFor();
      await page.getByRole('button', { name: 'Redeem Exams' }).click();
      const asks = page.getByRole('dialog', { name: 'Redeem Exams' });
      await asks.getByText('This cannot be undone.').waitFor();
      await asks.getByRole('button', { name: 'Redeem Exams' }).click();
      await page.getByText(/^The exams were redeemed\./).waitFor();
      expect((await student.person.do(getCreditsInfo, {})).totalCredits).toBe(0);

      await page.reload();
      await page.getByText('The exams of this student were already redeemed').waitFor();
    });
  });
});

test('an advisor sees a wrong student and pending exams, and discards', async () => {
  const [student, stranger] = [await aSeminaryPair({ gradeComment: null }), await anEnrolled()];
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsStaff(screen, 'ROLE_ADVISOR', `/admin/seminaryStudentRedemption/${stranger.id}`);
    await page.getByText(/^Wrong student\. The student in the JSE database/).waitFor();
    await page.goto(`/admin/seminaryStudentRedemption/${student.id}`);
    await page.getByRole('button', { name: 'wrong student' }).click();
    await page
      .getByRole('alert')
      .getByText(/Please contact your administrator\.$/)
      .waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('There are pending grades').waitFor();
    expect(await page.getByRole('button', { name: 'Redeem Exams' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard Exams' }).click();
    const asks = page.getByRole('dialog', { name: 'Discard Exams' });
    await asks.getByRole('button', { name: 'Discard Exams' }).click();
    await page.getByText(/^The exams were discarded\./).waitFor();
    expect((await student.person.do(getCreditsInfo, {})).totalCredits).toBe(
      tal.credits + cis.credits,
    );
  });
});
