import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import type { Page } from 'playwright-core';
import { readyOnline } from '../../../exams/online.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { agreeAndPay, openAs, rowOf, show, typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** Returns the tab that an action opens. */
async function opened(page: Page, open: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), open()]);
  await tab.waitForLoadState();
  return tab;
}

describe.each(devicesOf.both)('on a %s', (device) => {
  test('a student pays the fee, is let in by the proctor and sits the exam', async () => {
    const { email, password, exam } = await readyOnline({ isPaid: false });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, { email, password }, '/');
      await show(screen, 'My exams');
      await page.getByRole('heading', { name: 'Ready to book 1' }).waitFor();
      await page.getByRole('button', { name: 'Start exam online' }).click();
      if (screen.isPhone) {
        const needs = page.getByRole('dialog', { name: 'Start exam online' });
        await needs.getByText('The online exam needs a computer').waitFor();
        await needs.getByRole('button', { name: 'Pay here' }).click();
      }
      const fees = page.getByRole('dialog', { name: 'Pay fees' });
      await fees.getByLabel('Card number').waitFor();
      await typeCard(fees);
      await agreeAndPay(fees);

      // the rules, then the proctoring page in a tab of its own
      const rules = page.getByRole('dialog', { name: 'Start exam online' });
      await rules.getByText('Stay in view of the camera').waitFor();
      await rules.getByText('Paid $15.00').waitFor();
      const proctoring = await opened(page, () =>
        rules.getByRole('button', { name: 'Start' }).click(),
      );
      const waiting = page.getByRole('dialog', { name: 'With the proctor' });
      await waiting.getByRole('button', { name: 'I booked a time' }).click();
      await waiting.getByText('Your time with the proctor is noted.').waitFor();
      await waiting.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('Your time with the proctor is booked.').waitFor();

      // let in: the open page sees it without a reload
      await proctoring.getByRole('button', { name: 'Let in' }).click();
      await page.getByText('You can start your exam.').waitFor();
      const start = await opened(proctoring, () =>
        proctoring.getByRole('link', { name: 'Open the exam' }).click(),
      );
      await start.getByRole('button', { name: 'Finish exam' }).waitFor();
      await page.getByText('Your exam is running.').waitFor();
      await proctoring.getByRole('button', { name: 'Disconnect' }).click();
      const lost = page.getByText('Your connection was lost.');
      await lost.waitFor();
      // no page loads again: Chromium 156 ends about one of 160 that do so with tabs they opened
      const again = await page.context().newPage();
      await again.goto('/?myexams=');
      await again.getByText('Your connection was lost.').waitFor();
      await again.close();
      await start.getByRole('button', { name: 'Finish exam' }).click();
      await page.getByRole('heading', { name: 'Taken 1' }).waitFor();
      expect(await rowOf(screen, exam.subject).getByText('Pending').first().isVisible()).toBe(true);
    });
  });
});

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a student pays the additional fee, completes the course, may take the exam', async () => {
    const isCourse = (row: Exam) =>
      row.vendor_id === 3 &&
      row.program_content_code !== null &&
      row.phonesystem_active &&
      row.fitRequirements &&
      row.registration_id === null;
    const { email, password } = await readyOnline({ holds: isCourse, isPaid: false });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, { email, password }, '/');
      await show(screen, 'My exams');
      await page.getByRole('button', { name: 'Start course online' }).click();
      const fees = page.getByRole('dialog', { name: 'Pay fees' });
      await fees.getByLabel('Card number').waitFor();
      expect(await fees.getByText('Proctor fee').count()).toBe(0);
      await typeCard(fees);
      await agreeAndPay(fees);
      const notice = page.getByRole('dialog', { name: 'Start course online' });
      await notice.getByText('this exam can no longer be cancelled').waitFor();
      const course = await opened(page, () =>
        notice.getByRole('button', { name: 'Start course online' }).click(),
      );
      await page
        .getByRole('dialog', { name: 'Your course' })
        .getByRole('button', { name: 'Close' })
        .last()
        .click();
      await page.getByText('Your course is running.').waitFor();
      expect(await page.getByRole('button', { name: 'Cancel exam', exact: true }).count()).toBe(0);
      await course.getByRole('button', { name: 'Finish course' }).click();
      await page.getByText('You can take the exam now.').waitFor();
      await page.getByRole('button', { name: 'Start exam online' }).waitFor();
      await page.getByRole('button', { name: 'Schedule' }).waitFor();
    });
  });

  test('an invalid start link shows an error, and an ended one offers another try', async () => {
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await page.goto('/startExam/nonsense');
        await page.getByRole('heading', { name: 'Key not found.' }).waitFor();
        const key = { student_id: 1, exam_id: 1, registration_id: 1, token: 'abc' };
        await page.goto(`/startExam/${Buffer.from(JSON.stringify(key)).toString('base64url')}`);
        await page
          .getByRole('heading', { name: 'There was an error loading your exam. Please try again.' })
          .waitFor();
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      /403/,
    );
  });
});
