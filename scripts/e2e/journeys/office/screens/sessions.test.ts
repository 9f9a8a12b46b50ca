import { beforeAll } from '@jest/globals';
import { aFullSession, inLine, wanting } from '../../../calls/sessions/waiting-lines.ts';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aMinuteAlone, aSession, aWednesdayIn, beginSession } from '../../../exams/sessions.ts';
import { type Staff, someStaff } from '../../../people/staff.ts';
import { aStudent, quickHash } from '../../../people/students.ts';
import { refuse, refusedCalls } from '../../browser/answers.ts';
import { devicesOf, type Screen } from '../../browser/screen.ts';
import { asks, asStaff, isTitled, lookAt, press, says } from '../../browser/views.ts';

let staff: Staff;
let sessionId: number;
let begunId: number;
let fullId: number;
beforeAll(async () => {
  staff = await someStaff('ROLE_SUPER_ADMIN', { passwordHash: quickHash });
  [sessionId, begunId] = [await aSession({ seats: 9 }), await aSession({ seats: 9, inHours: 2 })];
  for (const id of [sessionId, begunId]) {
    const { person } = await aStudent({ credits: 3 });
    await booked(person, await examThat(person, isPlain), id);
  }
  await beginSession(begunId);
  fullId = await aFullSession({ startsAt: await aMinuteAlone(400, 6_000) });
  await inLine(await wanting(), fullId);
});

/** Opens a session in the calendar, and one of its dialogs. */
const inSession =
  (button: string, dialog: string) =>
  async (screen: Screen): Promise<void> => {
    await press(screen, button);
    await screen.page.getByRole('dialog', { name: dialog }).waitFor();
  };
const session = () => `/admin/calendar?session=${sessionId}`;
const day = (id: () => number) => () => `/admin/session/${id()}`;
const grid = ({ page }: Screen) => page.getByRole('grid').first().waitFor();

lookAt('sessions', { devices: devicesOf.office, signIn: asStaff(() => staff) }, [
  { name: 'calendar, month', at: '/admin/calendar', open: grid },
  { name: 'calendar, week', at: '/admin/calendar?view=week', open: grid },
  {
    name: 'calendar, list',
    at: '/admin/calendar?view=list',
    open: isTitled('Calendar'),
  },
  {
    name: 'calendar without sessions',
    at: '/admin/calendar?view=week&proctor=Nobody%20at%20all',
    open: says('No sessions in this time.'),
  },
  {
    name: 'calendar that cannot be read',
    at: null,
    expected: refusedCalls,
    open: async ({ page }) => {
      await refuse(page, 'getOfficeSessions', 500, 'internal', 'The calendar is down.');
      await page.goto('/admin/calendar');
      await page.getByText('The calendar is down.').waitFor();
    },
  },
  {
    name: 'calendar feed of a branch',
    at: '/admin/calendar',
    open: inSession('Calendar feed', 'Calendar feed'),
  },
  {
    name: 'add session',
    at: '/admin/calendar',
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await press(screen, 'Add session');
      const form = page.getByRole('dialog', { name: 'Add session' });
      await form.getByRole('combobox', { name: 'Branch' }).press('Enter');
      await page.getByRole('option', { name: 'Brooklyn' }).click();
      await form.getByLabel('Seats').fill('501');
      await look();
      await form.getByRole('button', { name: 'Save as draft' }).click();
      await form.getByText('Seats must be 1 to 500.').waitFor();
    },
  },
  {
    name: 'add series',
    at: '/admin/calendar',
    open: async (screen) => {
      const { page } = screen;
      await press(screen, 'Add series');
      const form = page.getByRole('dialog', { name: 'Add series' });
      await form.getByRole('combobox', { name: 'Branch' }).press('Enter');
      await page.getByRole('option', { name: 'Brooklyn' }).click();
    },
  },
  {
    name: 'copy term',
    at: '/admin/calendar',
    open: inSession('Copy term', 'Copy term'),
  },
  { name: 'session', at: session, open: asks('Brooklyn') },
  {
    name: 'edit session',
    at: session,
    open: inSession('Edit', 'Edit session'),
  },
  {
    name: 'move session',
    at: session,
    open: async (screen, look) => {
      await inSession('Move', 'Move session')(screen);
      const form = screen.page.getByRole('dialog', { name: 'Move session' });
      await form.getByLabel('New date').fill(aWednesdayIn(5, 0));
      await form.getByLabel('New start (New York)').fill('11:00');
      await form.getByLabel('Message to the students').fill('The heating is broken.');
      await look();
      await form.getByRole('button', { name: 'Show who is affected' }).click();
      await form.getByText('The mail that they read').click();
      await form.getByText('The heating is broken.').first().waitFor();
    },
  },
  {
    name: 'call off session',
    at: session,
    open: async (screen, look) => {
      await inSession('Call off', 'Call off session')(screen);
      const form = screen.page.getByRole('dialog', {
        name: 'Call off session',
      });
      await form.getByRole('radio', { name: 'Refund the fees' }).check();
      await form.getByLabel('Message to the students').fill('The proctor is ill.');
      await look();
      await form.getByRole('button', { name: 'Show who is affected' }).click();
      await form.getByLabel(/^Type the number/).waitFor();
    },
  },
  {
    name: 'day of a session',
    at: day(() => begunId),
    open: async (screen, look) => {
      const { page } = screen;
      await page
        .getByRole('group', { name: /^Attendance of / })
        .first()
        .waitFor();
      await look();
      await page.getByLabel('Name', { exact: true }).fill('nobody of this name');
      await page.getByText('No results found.').waitFor();
      await look('without results');
      await page.getByRole('tab', { name: 'History' }).click();
      await page
        .getByText(/created|booked|seats/i)
        .first()
        .waitFor();
      await look('the history');
    },
  },
  {
    name: 'walk-in',
    at: day(() => begunId),
    open: inSession('Add walk-in', 'Add walk-in'),
  },
  {
    name: 'check-in',
    at: () => `/admin/session/${begunId}/check-in`,
    expected: refusedCalls,
    open: async ({ page }, look) => {
      await page.getByText('0 of 1 arrived').waitFor();
      await look();
      await page.keyboard.type('978-3-16-148410-0');
      await page.keyboard.press('Enter');
      await page.getByText('This code is not an admission slip.').waitFor();
    },
  },
  {
    name: 'waiting list',
    at: '/admin/waiting-list',
    open: async (screen, look) => {
      const { page } = screen;
      const close = async (): Promise<void> => {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await page
        .getByRole('button', { name: /^Move: / })
        .first()
        .waitFor();
      await look();
      await press(screen, /^Move: /);
      await asks('Move in line')(screen, look);
      await look('move');
      await close();
      await press(screen, /^Remove: /);
      await asks('Remove from the waiting list')(screen, look);
      await look('remove');
      await close();
      await press(screen, /^Add student/);
      await asks('Add student')(screen, look);
    },
  },
  {
    name: 'waiting list of a session',
    at: day(() => fullId),
    open: async ({ page }) => {
      await page.getByRole('tab', { name: /^Waiting list/ }).click();
      await page
        .getByRole('button', { name: /^Remove: / })
        .first()
        .waitFor();
    },
  },
]);
