import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { addOfficeSession, getOfficeSession } from '@portal/contract/sessions/office-sessions';
import type { Page } from 'playwright-core';
import { mailTo } from '../../../../portal/mails.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { anExam } from '../../../exams/catalogue.ts';
import { booked, examThat } from '../../../exams/registrations.ts';
import { aWednesdayIn, BRANCH } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const aWednesday = (weeks: number): string => aWednesdayIn(3, weeks);
const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** Creates a session of one test alone, by its proctor, with a student who paid the proctor fee. */
async function aSeated(admin: Person, date: string) {
  const proctor = `Proctor ${randomUUID().slice(0, 8)}`;
  const { session } = await admin.do(addOfficeSession, {
    sessionType: '21',
    date,
    testSessionTime: '09:30',
    locationId: BRANCH,
    gender: '3',
    seats: 12,
    draft: false,
    confirmDay: true,
    proctor,
  });
  const { testSessionId } = session;
  const { person, email } = await aStudent({ credits: 3 });
  const id = await anExam();
  await booked(person, await examThat(person, (exam) => exam.id === id), testSessionId);
  return { testSessionId, proctor, email };
}

async function openWeek(screen: Screen, day: string, proctor: string): Promise<Page> {
  const search = new URLSearchParams({ day, view: 'week', proctor });
  await openAsStaff(screen, 'ROLE_ADMIN', `/admin/calendar?${search}`);
  await screen.page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  return screen.page;
}
const sessionIn = (page: Page, name: RegExp) =>
  page.getByRole('grid').getByRole('button', { name });
const dialogIn = (page: Page, name: string) => page.getByRole('dialog', { name });

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office moves a session with its student and emails them', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const date = aWednesday(device === 'desk' ? 0 : 1);
    const { testSessionId, proctor, email } = await aSeated(admin, date);
    await journey(browser, device, async (screen) => {
      const page = await openWeek(screen, date, proctor);
      await sessionIn(page, /Brooklyn/).click();
      await dialogIn(page, 'Brooklyn').getByRole('button', { name: 'Move' }).click();
      const form = dialogIn(page, 'Move session');
      await form.getByLabel('New date').fill(dayAfter(date));
      await form.getByLabel('New start (New York)').fill('11:00');
      await form.getByLabel('Message to the students').fill('The heating is broken.');
      await form.getByRole('button', { name: 'Show who is affected' }).click();
      await form.getByText('1 student will be told').waitFor();
      await form.getByText('The mail that they read').click();
      await form.getByText('The heating is broken.').waitFor();
      await form.getByRole('button', { name: 'Move session' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByText('The session was moved.').waitFor();
      await sessionIn(page, /11:00 AM.*Brooklyn.*1\/12/s).waitFor();
    });
    expect((await mailTo(email, /was moved: /)).text).toContain('The heating is broken.');
    const { session } = await admin.do(getOfficeSession, { testSessionId });
    expect(session).toMatchObject({ date: dayAfter(date), testSessionTime: '11:00' });
  });

  test('the office calls a session off and refunds the fee, after a preview', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const date = aWednesday(device === 'desk' ? 2 : 3);
    const { testSessionId, proctor, email } = await aSeated(admin, date);
    await journey(browser, device, async (screen) => {
      const page = await openWeek(screen, date, proctor);
      await sessionIn(page, /Brooklyn/).click();
      await dialogIn(page, 'Brooklyn').getByRole('button', { name: 'Call off' }).click();
      const form = dialogIn(page, 'Call off session');
      await form.getByRole('radio', { name: 'Refund the fees' }).check();
      await form.getByLabel('Message to the students').fill('The proctor is ill.');
      await form.getByRole('button', { name: 'Show who is affected' }).click();
      await form.getByText('1 student, 1 exam. $15.00 of proctor fees.').waitFor();
      const last = form.getByRole('button', { name: 'Call off session' });
      expect(await last.isDisabled()).toBe(true);
      await form.getByLabel('Type the number of students, 1, to go on').fill('1');
      await last.click();
      await form.waitFor({ state: 'detached' });
      await page.getByText('1 exam left it, $15.00 went back.').waitFor();
      await sessionIn(page, /Called off/).waitFor();
    });
    expect((await mailTo(email, /is called off/)).text).toContain(
      'Your proctor fee of $15.00 will be refunded to your card.',
    );
    const { session } = await admin.do(getOfficeSession, { testSessionId });
    expect(session).toMatchObject({ state: 'called_off', taken: 0, actions: [] });
  });
});

test('a session that is dragged to another day is moved only after a preview', async () => {
  const admin = await signedInStaff('ROLE_ADMIN');
  const date = aWednesday(4);
  const { testSessionId, proctor } = await aSeated(admin, date);
  await journey(browser, 'desk', async (screen) => {
    const page = await openWeek(screen, date, proctor);
    const to = dayAfter(date);
    await sessionIn(page, /Brooklyn/).dragTo(page.locator(`[data-day="${to}"]`));
    const form = dialogIn(page, 'Move session');
    expect(await form.getByLabel('New date').inputValue()).toBe(to);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });
  const { session } = await admin.do(getOfficeSession, { testSessionId });
  expect(session).toMatchObject({ date, version: 0 });
});

test('a booking during the preview shows a new preview before anything happens', async () => {
  const admin = await signedInStaff('ROLE_ADMIN');
  const date = aWednesday(5);
  const { testSessionId, proctor } = await aSeated(admin, date);
  await journey(
    browser,
    'desk',
    async (screen) => {
      const page = await openWeek(screen, date, proctor);
      await sessionIn(page, /Brooklyn/).click();
      await dialogIn(page, 'Brooklyn').getByRole('button', { name: 'Call off' }).click();
      const form = dialogIn(page, 'Call off session');
      await form.getByRole('button', { name: 'Show who is affected' }).click();
      await form.getByText('1 student, 1 exam. $15.00 of proctor fees.').waitFor();
      const { person } = await aStudent({ credits: 3 });
      const id = await anExam();
      await booked(person, await examThat(person, (exam) => exam.id === id), testSessionId);
      await form.getByLabel(/Type the number/).fill('1');
      await form.getByRole('button', { name: 'Call off session' }).click();
      await form.getByText('Something changed since the preview. Please look again.').waitFor();
      await form.getByText('2 students, 2 exams. $30.00 of proctor fees.').waitFor();
      await form.getByLabel('Type the number of students, 2, to go on').fill('2');
      await form.getByRole('button', { name: 'Call off session' }).click();
      await form.waitFor({ state: 'detached' });
    },
    /status of 409/,
  );
});
