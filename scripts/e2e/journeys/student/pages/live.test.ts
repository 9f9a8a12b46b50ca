import { expect, test } from '@jest/globals';
import { cancelSession } from '@portal/contract/sessions/sessions';
import type { Page } from 'playwright-core';
import { notice, proctored, readyOnline } from '../../../exams/online.ts';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { given } from '../../browser/answers.ts';
import { journey } from '../../browser/screen.ts';
import { openAs, openMenu, rowOf, show, signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** The page's document, read by functions that run in the page. */
declare const document: { readonly activeElement: object | null; isTheSame?: true };

withBrowser();

const listens = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/api/events') && answer.ok());
/** Marks the loaded page: a reload loses the mark. */
const remember = (page: Page) =>
  page.evaluate(() => {
    document.isTheSame = true;
  });
const isTheSame = (page: Page) => page.evaluate(() => document.isTheSame === true);

test('two open pages show a cancelled session without a reload and keep the focus', async () => {
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
    // both pages at the same time, as the notice disappears after some seconds
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

test('the news of a cancelled session waits until an open dialog is closed', async () => {
  const [student, admin] = await Promise.all([
    aStudent({ credits: 8 }),
    signedInStaff('ROLE_ADMIN'),
  ]);
  const { exam, registrationId } = await booked(
    student.person,
    await examThat(student.person, isPlain),
    await aSession(),
  );
  await journey(browser, 'phone', async (screen) => {
    const { page } = screen;
    await Promise.all([listens(page), openAs(screen, student, '/?myexams=')]);
    await rowOf(screen, exam.subject).getByRole('button', { name: 'Reschedule' }).click();
    await page.getByRole('dialog').waitFor();
    await admin.do(cancelSession, { student_id: student.id, registrationId, adminCancelReason: 3 });
    const news = page.getByText('Your exams were updated.');
    await news.waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await news.isVisible()).toBe(true);
  });
});

test('shows on the open page that the proctor admitted the student, without polling', async () => {
  const ready = await readyOnline();
  const { proctorUuid } = await proctored(ready);
  await journey(browser, 'phone', async (screen) => {
    const { page } = screen;
    // polling keeps answering that access has not been granted
    const access = { onlineAccess: false, examTaken: false, online_exam_started: null };
    await given(page, 'checkOnlineAccess', access);
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

test('signing out in one tab signs out the other tab', async () => {
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
