import { afterAll, describe, expect, test } from '@jest/globals';
import { getStudentCccId } from '@portal/contract/courses/assignments';
import type { Exam } from '@portal/contract/exams/exam';
import { startExamProgram } from '@portal/contract/sessions/online';
import type { FileChooser, Page } from 'playwright-core';
import { breakPartner, mendPartners } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import { coopersmithPageOf, inCourse } from '../../../exams/assignments.ts';
import {
  asProctor,
  finishRun,
  proctored,
  type Ready,
  readyOnline,
  start,
  startLinkOf,
} from '../../../exams/online.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { inText, openAs, rowOf, show } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** The API by which a page drags files in; Node has none. */
declare const DataTransfer: new () => { readonly items: { add(file: File): void } };

withBrowser();
afterAll(mendPartners);

const essay = (name: string, kilobytes = 300) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(kilobytes * 1024, 'essay ')]),
});

/** Signs in and opens the student's exams. */
async function myExams(screen: Screen, { email, password }: Ready): Promise<Page> {
  await openAs(screen, { email, password }, '/');
  await show(screen, 'My exams');
  return screen.page;
}

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a student submits assignments during and after the course, and gets grades', async () => {
    const ready = await inCourse();
    const { person, exam, registrationId } = ready;
    const { url: course } = await person.do(startExamProgram, ready.ids);
    await journey(
      browser,
      device,
      async (screen) => {
        const page = await myExams(screen, ready);
        const choosers = fileChoosers(page);
        await page.getByText('0 of 2 assignments uploaded').waitFor();

        // the assignments
        await page.getByRole('button', { name: 'Assignments' }).click();
        const list = page.getByRole('dialog', { name: 'Assignments' });
        await list.getByText('Your Coopersmith student ID').waitFor();
        expect(await list.getByText('Open', { exact: true }).count()).toBe(2);

        // errors are shown at once; the first file is submitted by keyboard alone
        await list.getByRole('button', { name: 'Upload' }).click();
        const upload = page.getByRole('dialog', { name: 'Upload assignments' });
        const choose = upload.getByRole('button', { name: 'Choose file for Reading journal' });
        await choose.waitFor();
        const choosing = async (name: string) => {
          await choose
            .or(upload.getByRole('button', { name: 'Change file for Reading journal' }))
            .press('Enter');
          await (await choosers.next()).setFiles(essay(name));
        };
        await choosing('journal.exe');
        await upload
          .getByText('Please choose a PDF, DOC, DOCX, RTF, ODT, TXT, JPG or PNG file.')
          .waitFor();
        expect(await upload.getByRole('button', { name: 'Upload', exact: true }).isDisabled()).toBe(
          true,
        );
        await choosing('journal.pdf');
        await upload.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
        await upload.getByText('Uploaded', { exact: true }).waitFor();
        await upload.getByRole('button', { name: 'Replace file for Reading journal' }).waitFor();
        expect(
          await upload
            .getByRole('button', { name: 'Close' })
            .last()
            .evaluate((button) => button.matches(':focus')),
        ).toBe(true);

        // the vendor fails: its sentence, and the file is still there for another try
        await breakPartner({ partner: 'coopersmith', mode: 'error' });
        await upload.locator('input[type=file]').last().setInputFiles(essay('essay.pdf'));
        await upload.getByRole('button', { name: 'Upload', exact: true }).click();
        await upload
          .getByText('There was a problem connecting to your Coopersmith student record.')
          .waitFor();
        await mendPartners();
        await page.keyboard.press('Escape');
        await upload.waitFor({ state: 'detached' });
        await page.getByText('1 of 2 assignments uploaded').waitFor();

        // the course and its exam are done; the grade waits for the second assignment
        await finishRun(course);
        await page.getByText('You can take the exam now.').waitFor();
        await sitExam(ready);
        await page.reload();
        const row = rowOf(screen, exam.subject);
        await page.getByRole('heading', { name: 'Taken 1' }).waitFor();
        await row.getByText('Pending').first().waitFor();
        await row.getByRole('button', { name: inText(exam.subject) }).click();
        await page.getByText('Your grade waits for your assignments.').waitFor();
        await page.getByRole('button', { name: 'Upload' }).click();
        await dropped(upload, 'Essay', 'essay.pdf');
        await upload.getByRole('button', { name: 'Upload', exact: true }).click();
        await upload.getByText('All assignments are uploaded.').waitFor();
        await upload.getByRole('button', { name: 'Close' }).last().click();
        await page
          .getByText('Your grade waits for your assignments.')
          .waitFor({ state: 'detached' });
        expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0);

        // and Coopersmith has both, to be graded by a person
        await page.goto(
          await coopersmithPageOf(
            (await person.do(getStudentCccId, { examId: exam.id })).cccId,
            registrationId,
          ),
        );
        await page.getByText('journal.pdf, 300 KB').waitFor();
        await page
          .getByText('essay.pdf, 0 KB')
          .or(page.getByText(/essay\.pdf, \d+ bytes/))
          .waitFor();
        await page.getByLabel('Score, 0 to 100', { exact: true }).first().fill('93');
        await page.getByRole('button', { name: 'Grade', exact: true }).first().click();
        await page.getByText('Graded, 93').waitFor();
        await page.getByRole('button', { name: 'Pass', exact: true }).click();
        await page.getByText('Everything is handed in.').waitFor();
      },
      /502/,
    );
  });

  test('assignments of another vendor are linked like the course material', async () => {
    const isOther = (row: Exam) =>
      row.vendor_id === 4 && row.assignments && row.fitRequirements && row.registration_id === null;
    const ready = await readyOnline({ holds: isOther, collegeId: 269 });
    await ready.person.do(startExamProgram, ready.ids);
    await journey(browser, device, async (screen) => {
      const page = await myExams(screen, ready);
      await page.getByRole('button', { name: 'Assignments' }).click();
      await page
        .getByRole('dialog')
        .getByText('Please hand in the assignments as the course material says.')
        .waitFor();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0);
    });
  });
});

/**
 * Waits for the system's file dialogs from the start, so that none opens unnoticed.
 */
function fileChoosers(page: Page): { next: () => Promise<FileChooser> } {
  const opened: FileChooser[] = [];
  page.on('filechooser', (chooser) => void opened.push(chooser));
  return {
    next: async () => {
      await until(
        async () => opened.length,
        (count) => count > 0,
      );
      return opened.shift() as FileChooser;
    },
  };
}

/** Takes the exam from the booking to the end, by the sandbox's pages. */
async function sitExam(ready: Ready): Promise<void> {
  const { proctorUuid } = await proctored(ready);
  await asProctor(proctorUuid, 'let_in');
  const link = await startLinkOf(proctorUuid);
  const started = await until(
    () => start(link),
    ({ status }) => status === 200,
  );
  await finishRun(started.body.url);
}

/** Drops a file over the row of an assignment. */
async function dropped(
  dialog: ReturnType<Page['getByRole']>,
  assignment: string,
  name: string,
): Promise<void> {
  const row = dialog
    .getByRole('listitem')
    .filter({ has: dialog.page().getByRole('heading', { name: assignment, exact: true }) });
  const data = await dialog.page().evaluateHandle((fileName) => {
    const carried = new DataTransfer();
    carried.items.add(new File(['%PDF-1.7 an essay'], fileName, { type: 'application/pdf' }));
    return carried;
  }, name);
  await row.dispatchEvent('drop', { dataTransfer: data });
}
