import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cancelSession } from '@portal/contract/sessions';
import type { Browser, Page } from 'playwright-core';
import { booked, examThat, isPlain } from '../flows.ts';
import { notice, proctored, readyOnline } from '../online.ts';
import { aSession } from '../sessions.ts';
import { signedInStaff } from '../staff.ts';
import { aStudent } from '../students.ts';
import { journey, startBrowser } from './browser.ts';
import { openMenu, rowOf, show, signIn } from './steps.ts';

/** What is asked of the page, in the page; Node has no document. */
declare const document: { readonly activeElement: object | null; isTheSame?: true };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Sooner than a page that hears nothing would ask by itself. */
const SOON = { timeout: 20_000 };

const listens = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/events') && answer.ok());
/** A page that is loaded anew is not the same any more. */
const remember = (page: Page) =>
  page.evaluate(() => {
    document.isTheSame = true;
  });
const isTheSame = (page: Page) => page.evaluate(() => document.isTheSame === true);

test('the office cancels a session: two open pages show it without a reload, and the focus stays where it was', async () => {
  const [student, admin] = await Promise.all([aStudent({ credits: 8 }), signedInStaff('ROLE_ADMIN')]);
  const { exam, registrationId } = await booked(student.person, await examThat(student.person, isPlain), await aSession());
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await page.goto('/login');
    await signIn(screen, student);
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
    for (const one of pages) {
      await one.getByRole('heading', { name: 'Ready to book 1' }).waitFor(SOON);
      await one.getByText('Your exams were updated.').waitFor();
      expect(await isTheSame(one)).toBe(true);
    }
    expect(await search.evaluate((field) => document.activeElement === field)).toBe(true);
    await screen.look('live-cancelled');
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
    await page.getByText('You can start your exam.').waitFor(SOON);
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
      await page.goto('/login');
      await signIn(screen, student);
      const other = await page.context().newPage();
      await Promise.all([listens(other), other.goto('/packages')]);
      await (await openMenu(screen)).click();
      await page.getByRole('heading', { name: 'Login' }).waitFor();
      await other.getByRole('heading', { name: 'Login' }).waitFor(SOON);
    },
    /status of 401/,
  );
});
