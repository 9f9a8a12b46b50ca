import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sessionEvents } from '@portal/contract/live';
import {
  addOfficeSession,
  changeOfficeSession,
  getOfficeSession,
} from '@portal/contract/sessions/office-sessions';
import type { Page } from 'playwright-core';
import type { Person } from '../../../../portal-user/person.ts';
import { aWednesdayIn, BRANCH } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { openAsStaff, SOONER_MS } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** The globals of the page that are read; Node has no document. */
declare const document: {
  isAskedAgain?: true;
  addEventListener(type: 'click', listener: () => void, capture: true): void;
};

withBrowser();

const aWednesday = (weeks: number): string => aWednesdayIn(2, weeks);

/** Names a proctor of this test alone, to find its sessions. */
const aProctor = (): string => `Proctor ${randomUUID().slice(0, 8)}`;

const added = async (
  admin: Person,
  about: { date: string; proctor: string; draft?: boolean },
): Promise<number> => {
  const { session } = await admin.do(addOfficeSession, {
    sessionType: '21',
    testSessionTime: '09:30',
    locationId: BRANCH,
    gender: '3',
    seats: 12,
    draft: false,
    confirmDay: true,
    ...about,
  });
  return session.testSessionId;
};

async function openCalendar(screen: Screen, search: Record<string, string>): Promise<Page> {
  await openAsStaff(screen, 'ROLE_ADMIN', `/admin/calendar?${new URLSearchParams(search)}`);
  await screen.page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  return screen.page;
}
const sessionIn = (page: Page, name: RegExp) =>
  page.getByRole('grid').getByRole('button', { name });
const dialogIn = (page: Page, name: string) => page.getByRole('dialog', { name });

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office adds a session, publishes a draft, and closes a session', async () => {
    const [date, proctor] = [aWednesday(device === 'desk' ? 0 : 1), aProctor()];
    await journey(
      browser,
      device,
      async (screen) => {
        const page = await openCalendar(screen, { day: date, view: 'week', proctor });
        await page.getByText('No sessions in this time.').waitFor();

        await page.getByRole('button', { name: 'Calendar feed' }).click();
        const feed = dialogIn(page, 'Calendar feed');
        await feed.getByRole('combobox', { name: 'Branch' }).click();
        await page.getByRole('option', { name: 'Brooklyn' }).click();
        await feed.getByRole('button', { name: 'Make address' }).click();
        await feed.getByLabel('Address of your calendar feed').waitFor();
        await page.keyboard.press('Escape');
        await feed.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: 'Add session' }).click();
        const form = dialogIn(page, 'Add session');
        await form.getByLabel('Date', { exact: false }).first().fill(date);
        await form.getByRole('combobox', { name: 'Branch' }).press('Enter');
        await page.getByRole('option', { name: 'Brooklyn' }).click();
        await form.getByLabel('Seats').fill('501');
        await form.getByRole('button', { name: 'Save as draft' }).click();
        await form.getByText('Seats must be 1 to 500.').waitFor();
        await form.getByLabel('Seats').fill('15');
        await form.getByLabel('Proctor').fill(proctor);
        await form.getByRole('button', { name: 'Save as draft' }).click();
        await form.waitFor({ state: 'detached' });

        await sessionIn(page, /9:30 AM.*Brooklyn.*0\/15.*Draft/s).click();
        const session = dialogIn(page, 'Brooklyn');
        await session.getByText(proctor).waitFor();
        await session.getByRole('button', { name: 'Publish' }).click();
        const publish = page.getByRole('dialog', { name: 'Publish?' });
        await publish.getByRole('button', { name: 'Publish' }).click();
        await session.getByRole('button', { name: 'Close booking' }).click();
        const question = page.getByRole('dialog', { name: 'Close booking?' });
        await question.getByText('Students can no longer book this session.').waitFor();
        await question.getByRole('button', { name: 'Close booking' }).click();
        await session.getByRole('button', { name: 'Reopen booking' }).waitFor();
        await page.keyboard.press('Escape');
        await session.waitFor({ state: 'detached' });
        await sessionIn(page, /Closed/).waitFor();
      },
      /status of 422/,
    );
  });

  test('saving a session that another clerk has changed shows both versions', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const [date, proctor] = [aWednesday(device === 'desk' ? 2 : 3), aProctor()];
    const testSessionId = await added(admin, { date, proctor });
    await journey(
      browser,
      device,
      async (screen) => {
        const page = await openCalendar(screen, { day: date, view: 'week', proctor });
        await sessionIn(page, /Brooklyn/).click();
        await dialogIn(page, 'Brooklyn').getByRole('button', { name: 'Edit' }).click();
        const form = dialogIn(page, 'Edit session');
        await form.getByLabel('Seats').fill('20');
        await form.getByLabel('Title').fill('Finals');
        await admin.do(changeOfficeSession, { testSessionId, version: 0, seats: 30, gender: '2' });

        await form.getByRole('button', { name: 'Save' }).click();
        const both = dialogIn(page, 'Changed meanwhile');
        await both.getByRole('row', { name: /Seats.*30.*20/ }).waitFor();
        await both.getByRole('row', { name: /For.*Women.*Both/ }).waitFor();
        await both.getByRole('button', { name: 'Use mine' }).click();
        await both.waitFor({ state: 'detached' });
        await sessionIn(page, /0\/20/).waitFor();
        const { session } = await admin.do(getOfficeSession, { testSessionId });
        // fields that were not edited stay as the other clerk made them
        expect(session).toMatchObject({ seats: 20, title: 'Finals', gender: '2', version: 2 });

        // a change elsewhere is shown at once while nothing is open here
        const reloaded = page.waitForResponse((response) =>
          response.url().includes(sessionEvents.path),
        );
        await page.reload();
        expect((await reloaded).status()).toBe(200);
        await sessionIn(page, /0\/20/).waitFor();
        await admin.do(changeOfficeSession, { testSessionId, version: 2, seats: 25 });
        await sessionIn(page, /0\/25/).waitFor({ timeout: SOONER_MS });
      },
      /status of 409/,
    );
  });

  test('a Sabbath is marked, and has to be confirmed', async () => {
    const [date, proctor] = [aWednesday(device === 'desk' ? 4 : 5), aProctor()];
    const saturday = Temporal.PlainDate.from(date).add({ days: 3 }).toString();
    await journey(
      browser,
      device,
      async (screen) => {
        const page = await openCalendar(screen, { day: date, proctor });
        await page.getByRole('button', { name: 'Add session' }).click();
        const form = dialogIn(page, 'Add session');
        await form.getByLabel('Date', { exact: false }).first().fill(saturday);
        await form.getByRole('combobox', { name: 'Branch' }).press('Enter');
        await page.getByRole('option', { name: 'Brooklyn' }).click();
        await form.getByLabel('Proctor').fill(proctor);
        await form.getByRole('button', { name: 'Publish' }).click();
        await form.getByText(/is Shabbat\. Confirm to use it anyway\./).waitFor();
        await form.getByRole('button', { name: 'Use this day anyway' }).click();
        await form.waitFor({ state: 'detached' });
        await sessionIn(page, /Brooklyn/).waitFor();
      },
      /status of 409/,
    );
  });
});

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office makes a series without one of its days, and duplicates its weeks', async () => {
    const [date, proctor] = [aWednesday(device === 'desk' ? 8 : 14), aProctor()];
    const weeks = (count: number) =>
      Temporal.PlainDate.from(date)
        .add({ days: 7 * count })
        .toString();
    await journey(browser, device, async (screen) => {
      const page = await openCalendar(screen, { day: date, view: 'list', proctor });
      await page.getByRole('button', { name: 'Add series' }).click();
      const form = dialogIn(page, 'Add series');
      await form.getByRole('combobox', { name: 'Branch' }).press('Enter');
      await page.getByRole('option', { name: 'Brooklyn' }).click();
      await form.getByLabel('Proctor').fill(proctor);
      await form.getByLabel('Last day').fill(weeks(2));
      await form.getByRole('button', { name: 'Show days' }).click();
      await form
        .getByRole('checkbox', { name: /Leave out/ })
        .nth(1)
        .check();
      await form.getByRole('button', { name: 'Make 2 sessions' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByText('2 sessions', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Copy term' }).click();
      const copy = dialogIn(page, 'Copy term');
      await copy.getByLabel('First day').fill(date);
      await copy.getByLabel('Last day').fill(date);
      await copy.getByLabel('Copy to the week of').fill(weeks(1));
      await copy.getByRole('button', { name: 'Show days' }).click();
      await copy.getByRole('button', { name: 'Copy 1 session' }).click();
      await copy.waitFor({ state: 'detached' });
      await page.getByText('3 sessions', { exact: true }).waitFor();
    });
  });
});

test('arrows walk the days, Enter opens a session, and letters change the view', async () => {
  const admin = await signedInStaff('ROLE_ADMIN');
  const [date, proctor] = [aWednesday(6), aProctor()];
  await added(admin, { date, proctor });
  await journey(browser, 'desk', async (screen) => {
    const before = Temporal.PlainDate.from(date).subtract({ days: 8 }).toString();
    const page = await openCalendar(screen, { day: before, proctor });
    await page.locator(`[data-day="${before}"]`).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.locator(`[data-day="${date}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
    await dialogIn(page, 'Brooklyn').waitFor();
    await page.keyboard.press('Escape');
    await dialogIn(page, 'Brooklyn').waitFor({ state: 'detached' });
    await page.keyboard.press('l');
    await page.getByRole('row', { name: new RegExp(proctor) }).waitFor();
    await page.keyboard.press('n');
    await dialogIn(page, 'Add session').waitFor();
  });
});
