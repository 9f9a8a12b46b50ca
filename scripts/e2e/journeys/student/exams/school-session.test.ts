import { describe, expect, test } from '@jest/globals';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import type { Page } from 'playwright-core';
import { type Ready, readyOnline } from '../../../exams/online.ts';
import { aSession, beginSession } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { agreeAndPay, openAs, show, typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/**
 * Creates a student in a session of their school that begins within the hour; the school determines
 * the fee.
 */
async function atSchool(schoolId: number): Promise<Ready & { sessionId: number }> {
  const [ready, admin] = await Promise.all([
    readyOnline({ schoolId, isPaid: false }),
    signedInStaff('ROLE_ADMIN'),
  ]);
  const sessionId = await aSession({
    sessionType: '22',
    schoolId,
    locationId: undefined,
    inHours: 1,
  });
  await admin.do(scheduleSessionForRegistration, {
    registrationId: ready.registrationId,
    sessionId,
    student_id: ready.id,
  });
  return { ...ready, sessionId };
}

async function myExams(screen: Screen, { email, password }: Ready): Promise<Page> {
  await openAs(screen, { email, password }, '/');
  await show(screen, 'My exams');
  await screen.page.getByRole('heading', { name: 'Coming up 1' }).waitFor();
  return screen.page;
}

/** Reloads the page, as a person does; it would poll later. */
async function again(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('heading', { name: 'My Exams', level: 1 }).waitFor();
}

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a student of school 151 starts an exam with a proctor in the session', async () => {
    const ready = await atSchool(151);
    await journey(browser, device, async (screen) => {
      const page = await myExams(screen, ready);
      const start = page.getByRole('button', { name: 'Start exam online' });
      const cancel = page.getByRole('button', { name: 'Cancel exam', exact: true });
      await cancel.waitFor();
      expect(await start.count()).toBe(0);
      await cancel.click();
      await page
        .getByRole('dialog')
        .getByText('Please call the office to cancel this exam.')
        .waitFor();
      await page.keyboard.press('Escape');
      // the dialog has an address: a reload before the history has gone back would open it again
      await page.waitForURL((url) => !url.searchParams.has('dialog'));

      await beginSession(ready.sessionId, 1);
      await again(page);
      await start.click();
      const rules = page.getByRole('dialog', { name: 'Start exam online' });
      await rules.getByText('Start only when the proctor in the room tells you to.').waitFor();
      await rules.getByRole('button', { name: 'Start' }).click();
      await page.getByRole('button', { name: 'Finish exam' }).click();
      await page.getByText('The exam was finished').waitFor();
      await page.getByRole('link', { name: 'Back to the portal' }).click();
      await show(screen, 'My exams');
      await page.getByRole('heading', { name: 'Taken 1' }).waitFor();
    });
  });

  test('a student of school 209 pays the proctor fee first, cannot start too late', async () => {
    const ready = await atSchool(209);
    await beginSession(ready.sessionId, 5);
    await journey(
      browser,
      device,
      async (screen) => {
        const page = await myExams(screen, ready);
        const start = page.getByRole('button', { name: 'Start exam online' });
        await start.click();
        const fees = page.getByRole('dialog', { name: 'Pay fees' });
        await fees.getByText('$15.00').first().waitFor();
        await typeCard(fees);
        await agreeAndPay(fees);
        const rules = page.getByRole('dialog', { name: 'Start exam online' });
        await rules.getByText('Start only when the proctor in the room tells you to.').waitFor();

        // the student waits too long: the server says so, and the button disappears
        await beginSession(ready.sessionId, 211);
        await rules.getByRole('button', { name: 'Start' }).click();
        await rules
          .getByText(
            'The exam can be started only between the start and the last date of the session.',
          )
          .waitFor();
        await page.keyboard.press('Escape');
        await page.waitForURL((url) => !url.searchParams.has('dialog'));
        await again(page);
        await page.getByRole('button', { name: 'Cancel exam', exact: true }).waitFor();
      },
      /409/,
    );
  });

  test('a student of another school sits the exam on paper: there is no button', async () => {
    const ready = await atSchool(300);
    await beginSession(ready.sessionId, 5);
    await journey(browser, device, async (screen) => {
      const page = await myExams(screen, ready);
      await page.getByRole('button', { name: 'Cancel exam', exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Start exam online' }).count()).toBe(0);
    });
  });
});
