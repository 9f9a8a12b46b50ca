import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getAllSeminaryTestingExams } from '@portal/contract/exams/exams';
import { addSeminaryStudent, uploadSeminaryStudentTest } from '@portal/contract/seminary/students';
import { aSeminaryForm } from '../../../people/seminary-students.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const CONTENT = '%PDF-1.7\n1 0 obj<</Type/Page>>endobj\n%%EOF\n';

describe.each(devicesOf.office)('on a %s', (device) => {
  test('a paper is compared with those on record, and Upload refuses a duplicate', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const [exam] = await admin.do(getAllSeminaryTestingExams, {});
    const { seminaryStudent } = await admin.do(addSeminaryStudent, aSeminaryForm());
    const known = {
      seminaryStudentId: seminaryStudent.id,
      examId: exam?.id,
      examDate: '02/04/2026',
      exam_papers_file: new File([CONTENT], 'paper.pdf', { type: 'application/pdf' }),
    };
    await admin.do(uploadSeminaryStudentTest, known as never, randomUUID());
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const upload = page.getByRole('button', { name: 'Upload', exact: true });
        const date = page.getByLabel('Date taken');
        await openAsStaff(
          screen,
          'ROLE_ADMIN',
          `/admin/upload-seminary-test?id=${seminaryStudent.id}`,
        );
        await page.getByLabel('Exam', { exact: true }).selectOption({ label: exam?.subject ?? '' });
        await page.setInputFiles('input[type=file]', {
          name: 'paper.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from(CONTENT),
        });
        expect(await upload.isDisabled()).toBe(true);

        // with all three fields it is checked, and again when one of them changes
        await date.fill('02/04/2026');
        await page.getByText('This exam was already uploaded.').waitFor();
        await date.fill('02/03/2026');
        await page.getByRole('row', { name: /New 02\/03\/2026 Pending/ }).waitFor();
        await page
          .getByRole('row', { name: /On record 02\/04\/2026 .*The same file was uploaded/ })
          .waitFor();
        expect(await page.getByText('This exam was already uploaded.').count()).toBe(0);
        await upload.click();
        await page.getByText('2 exams in all.').waitFor();
      },
      /409/,
    );
  });
});
