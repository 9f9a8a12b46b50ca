import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { addOfficeSession, getOfficeSession } from '@portal/contract/sessions/office-sessions';
import type { Page } from 'playwright-core';
import { aBranch } from '../../../exams/branches.ts';
import { aWednesdayIn, BRANCH } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const aWednesday = (weeks: number): string => aWednesdayIn(4, weeks);
const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** Creates a branch of one test alone with a hall and a separate room. */
async function withRooms() {
  const admin = await signedInStaff('ROLE_ADMIN');
  const branch = await aBranch(admin, {
    name: `Rooms ${randomInt(1e9)}`,
    rooms: [
      { name: 'Hall', capacity: 24, special: false, active: true },
      { name: 'Quiet room', capacity: 2, special: true, active: true },
    ],
  });
  return { admin, branch };
}

async function openWeek(screen: Screen, day: string, about: object): Promise<Page> {
  const search = new URLSearchParams({ day, view: 'week', ...about });
  await openAsStaff(screen, 'ROLE_ADMIN', `/admin/calendar?${search}`);
  await screen.page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  return screen.page;
}
const sessionIn = (page: Page, name: RegExp) =>
  page.getByRole('grid').getByRole('button', { name });

describe.each(devicesOf.office)('on a %s', (device) => {
  test('a session is added in rooms, which give its seats and are taken for others', async () => {
    const { admin, branch } = await withRooms();
    const date = aWednesday(device === 'desk' ? 0 : 1);
    await journey(
      browser,
      device,
      async (screen) => {
        const page = await openWeek(screen, date, { locationId: String(branch.id) });
        await page.getByRole('button', { name: 'Add session' }).click();
        const form = page.getByRole('dialog', { name: 'Add session' });
        await form.getByLabel('Date', { exact: false }).first().fill(date);
        await form.getByRole('combobox', { name: 'Branch' }).press('Enter');
        await page.getByRole('option', { name: branch.name }).click();
        await form.getByRole('checkbox', { name: /^Hall/ }).click();
        await form.getByRole('checkbox', { name: /^Quiet room/ }).click();
        await form.getByText('24 seats, 2 special places').waitFor();
        await form.getByRole('button', { name: 'Publish' }).click();
        await form.waitFor({ state: 'detached' });
        await sessionIn(page, /Hall, Quiet room.*0\/24/s).waitFor();
      },
      /status of 4/,
    );
    const refused = await admin.ask(
      addOfficeSession,
      {
        sessionType: '21',
        date,
        testSessionTime: '10:30',
        locationId: branch.id,
        gender: '3',
        seats: 5,
        draft: false,
        confirmDay: true,
        rooms: [{ roomId: branch.rooms[0]?.id, places: 5 }],
      } as never,
      randomUUID(),
    );
    expect(refused).toMatchObject({ status: 409, body: { code: 'room_taken' } });
  });
});

test('a session dragged to an hour of another day is moved after a preview', async () => {
  const admin = await signedInStaff('ROLE_ADMIN');
  const date = aWednesday(4);
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
  await journey(browser, 'desk', async (screen) => {
    const page = await openWeek(screen, date, { proctor });
    const hours = page.getByRole('grid', { name: 'Hours' });
    const noon = hours
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: '12:00 PM' }) });
    // the cells of a row are the days from Sunday on
    const column = (Temporal.PlainDate.from(dayAfter(date)).dayOfWeek % 7) as number;
    await sessionIn(page, /Brooklyn/).dragTo(noon.locator('td').nth(column));
    const form = page.getByRole('dialog', { name: 'Move session' });
    expect([
      await form.getByLabel('New date').inputValue(),
      await form.getByLabel('New start (New York)').inputValue(),
    ]).toEqual([dayAfter(date), '12:00']);
    await form.getByRole('button', { name: 'Show who is affected' }).click();
    await form.getByRole('button', { name: 'Move session' }).click();
    await form.waitFor({ state: 'detached' });
    await sessionIn(page, /12:00 PM.*Brooklyn/s).waitFor();
  });
  const { testSessionId } = session;
  expect((await admin.do(getOfficeSession, { testSessionId })).session).toMatchObject({
    date: dayAfter(date),
    testSessionTime: '12:00',
  });
});
