import { describe, expect, test } from '@jest/globals';
import { cancelSession } from '@portal/contract/sessions/sessions';
import { book } from '../../../calls/sessions/ready-to-book.ts';
import { paid } from '../../../calls/sessions/waiting-lines.ts';
import { rowOf as examRow } from '../../../exams/registrations.ts';
import { aMinuteAlone, aSession } from '../../../exams/sessions.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs, rowOf, sessionWords } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a student joins the line of a full session, and accepts the offered seat', async () => {
    const [seated, student] = await Promise.all([paid(), paid()]);
    const startsAt = await aMinuteAlone(400, 6_000);
    const testSessionId = await aSession({ startsAt, seats: 1 });
    const { registrationId } = seated;
    expect((await book(seated.person, registrationId, testSessionId)).status).toBe(200);
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, student, `/?myexams=&dialog=schedule&of=${student.exam.id}`);
      const picker = page.getByRole('dialog', { name: 'Schedule session' });
      const when = sessionWords(startsAt);
      await picker.getByRole('button', { name: `Join waiting list: ${when}` }).click();
      const join = page.getByRole('dialog', { name: 'Join waiting list' });
      await join
        .getByText(/^You pay nothing now\. If a place comes free you get \d+ hours to accept\.$/)
        .waitFor();
      await join.getByRole('button', { name: 'Join', exact: true }).click();
      await join.waitFor({ state: 'detached' });
      await picker.getByText('You are number 1 in line').waitFor();
      await picker.getByRole('button', { name: 'Close' }).last().click();
      await picker.waitFor({ state: 'detached' });
      const row = rowOf(screen, student.exam.subject);
      await row.getByText('You are number 1 in line').waitFor();

      await seated.person.do(cancelSession, { registrationId });
      const offer = page.getByRole('region', { name: 'Offered places' });
      await offer.getByText(/^A place is free: Brooklyn, .* Answer by .*\./).waitFor();
      await row.getByText(/^A place is held for you until /).waitFor();
      // the same on a page without the frame
      await page.goto('/system-check');
      await offer.getByRole('button', { name: 'Decline' }).waitFor();
      await offer.getByRole('button', { name: 'Accept' }).click();
      await offer.waitFor({ state: 'detached' });
      await page
        .getByRole('status')
        .getByText(/^Your session is booked for .*\. The details come by email\./)
        .waitFor();
      await page.goto('/?myexams=');
      await row.getByText('Scheduled', { exact: true }).first().waitFor();
    });
    expect(await examRow(student.person, student.exam.id)).toMatchObject({
      status: 'scheduled',
      testSessionId,
    });
  });
});
