import { expect, test } from '@jest/globals';
import { cancelSession } from '@portal/contract/sessions/sessions';
import type { Page } from 'playwright-core';
import { notice, proctored, readyOnline } from '../../../exams/online.ts';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import { journey } from '../../browser/screen.ts';
import { openAs, openMenu, rowOf, show, signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** What is asked of the page, in the page; Node has no document. */
declare const document: { readonly activeElement: object | null; isTheSame?: true };

withBrowser();

const listens = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/api/events') && answer.ok());
/** A page that is loaded anew is not the same any more. */
const remember = (page: Page) =>
  page.evaluate(() => {
    document.isTheSame = true;
  });
const isTheSame = (page: Page) => page.evaluate(() => document.isTheSame === true);

test('the office cancels a session: two open pages show it without a reload, and the focus stays where it was', async () => {
  const [student, admin] = await Promise.all([
    aStudent({ credits: 8 }),
    signedInStaff('ROLE_ADMIN'),
  ]);
  const { exam, registrationId } = await booked(
    student.person,
    await examThat(student.person, isPlain),
    await aSession(),
  );
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAs(screen, student, '/');
    await show(screen, 'My exams');
    const other = await page.context().newPage();
    await Promise.all([listens(other), other.goto(`/?myexams=${exam.id}`)]);
    const pages = [page, other];
    for (const one of pages) {
      await one.getByRole('heading', { name: 'Coming up 1' }).waitFor();
      await remember(one);
    }
    const search = page.getByRole('searchbox');
    await search.focus();

    await admin.do(cancelSession, { student_id: student.id, registrationId, adminCancelReason: 3 });
    // at once: the notice goes after some seconds
    await Promise.all(
      pages.map(async (one) => {
        await one.getByText('Your exams were updated.').waitFor();
        await one.getByRole('heading', { name: 'Ready to book 1' }).waitFor();
        expect(await isTheSame(one)).toBe(true);
      }),
    );
    expect(await search.evaluate((field) => document.activeElement === field)).toBe(true);
  });
});

/** Waits until the events about a student have been sent, so that they are no news to a later page. */
async function eventsSent(studentId: number): Promise<void> {
  for (const service of ['registration', 'payments'] as const)
    await until(
      () =>
        sql(
          service,
          `SELECT 1 FROM outbox
           WHERE sent_at IS NULL AND payload->'data'->>'studentId' = $1::text`,
          [studentId],
        ),
      (unsent) => unsent.length === 0,
    );
}

test('what one does oneself is no news, and news waits until a dialog is closed', async () => {
  const [student, admin] = await Promise.all([
    aStudent({ credits: 8 }),
    signedInStaff('ROLE_ADMIN'),
  ]);
  const { exam, registrationId } = await booked(
    student.person,
    await examThat(student.person, isPlain),
    await aSession(),
  );
  await eventsSent(student.id);
  await journey(browser, 'phone', async (screen) => {
    const { page } = screen;
    await page.goto('/login');
    await Promise.all([listens(page), signIn(screen, student)]);
    const reloaded = page.waitForResponse('**/api/getAllExamsAccordingStudent');
    await page.getByRole('button', { name: /^GET/ }).and(page.locator(':enabled')).first().click();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Registered', { exact: true }).first().waitFor();
    await reloaded;
    const news = page.getByText('Your exams were updated.');
    expect(await news.count()).toBe(0);

    await Promise.all([listens(page), page.goto('/?myexams=')]);
    await rowOf(screen, exam.subject).getByRole('button', { name: 'Reschedule' }).click();
    await page.getByRole('dialog').waitFor();
    await admin.do(cancelSession, { student_id: student.id, registrationId, adminCancelReason: 3 });
    await news.waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await news.isVisible()).toBe(true);
  });
});

test('the proctor lets a student in: the open page says so, though it asks nobody', async () => {
  const ready = await readyOnline();
  const { proctorUuid } = await proctored(ready);
  await journey(browser, 'phone', async (screen) => {
    const { page } = screen;
    // what it would find by asking is kept as it was
    const access = { onlineAccess: false, examTaken: false, online_exam_started: null };
    await page.route('**/api/checkOnlineAccess', (route) => route.fulfill({ json: access }));
    await page.goto('/login');
    await Promise.all([listens(page), signIn(screen, ready)]);
    await show(screen, 'My exams');
    await rowOf(screen, ready.exam.subject).waitFor();
    await remember(page);
    const answer = await notice('/api/partner/proctoring', { proctorUuid, kind: 'let_in' });
    expect(answer.status).toBe(200);
    await page.getByText('You can start your exam.').waitFor();
    expect(await isTheSame(page)).toBe(true);
  });
});

test('who signs out in one tab is signed out in the other', async () => {
  const student = await aStudent();
  await journey(
    browser,
    'desk',
    async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/');
      const other = await page.context().newPage();
      await Promise.all([listens(other), other.goto('/packages')]);
      await (await openMenu(screen)).click();
      await page.getByRole('heading', { name: 'Login' }).waitFor();
      await other.getByRole('heading', { name: 'Login' }).waitFor();
    },
    /status of 401/,
  );
});
