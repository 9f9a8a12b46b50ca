import { expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import { getCalendarFeed } from '@portal/contract/sessions/calendar-feed';
import { getOfficeSessions } from '@portal/contract/sessions/office-sessions';
import { adminLogin, login } from '@portal/contract/students/auth';
import { steadyNow } from '@portal/kit/steady-clock';
import { Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';

/** The office's plan in the demo data, and its calendar feeds. Other tests do not change them. */

const plus = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();
const weeksBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to).days / 7;

/** Returns the planned sessions at Lakewood. */
async function planned(admin: Person) {
  const today = newYorkDay(steadyNow());
  const { sessions } = await admin.do(getOfficeSessions, {
    from: today,
    to: plus(today, 80),
    view: 'list',
    locationId: 11,
    proctor: 'Bella Roth',
  });
  return sessions;
}

test('Lakewood has a series of eight Sundays at ten, with one omitted', async () => {
  const admin = await signedInStaff('ROLE_ADMIN');
  const series = (await planned(admin)).filter(({ seriesId }) => seriesId !== null);
  const days = series.map(({ date }) => date);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  expect(new Set(series.map(({ seriesId }) => seriesId)).size).toBe(1);
  expect(new Set(series.map(({ testSessionTime }) => testSessionTime))).toEqual(new Set(['10:00']));
  expect(days.filter((day) => Temporal.PlainDate.from(day).dayOfWeek !== 7)).toEqual([]);
  const sundays = Array.from({ length: weeksBetween(first, last) + 1 }, (_, week) =>
    plus(first, 7 * week),
  );
  const missing = sundays.filter((day) => !days.includes(day));
  const isHoliday = async (day: string) => {
    const { marks } = await admin.do(getOfficeSessions, { from: day, to: day, view: 'week' });
    return marks.some(({ leavesOut }) => leavesOut);
  };
  const holidays = await Promise.all(missing.map(isHoliday));
  // a series omits holidays automatically
  expect(missing.length).toBeGreaterThan(0);
  expect(holidays.filter((is) => !is).length).toBeLessThanOrEqual(1);
  expect(sundays.length).toBeLessThanOrEqual(8);
  expect(sundays.length).toBeGreaterThan(5);
});

test('Lakewood has a draft', async () => {
  const sessions = await planned(await signedInStaff('ROLE_ADMIN'));
  expect(sessions.filter(({ state }) => state === 'draft')).toMatchObject([
    { seriesId: null, testSessionTime: '17:00', taken: 0 },
  ]);
});

test('dana and the office have calendar feeds', async () => {
  const [dana, admin] = [new Person(), new Person()];
  await dana.do(login, { email: 'dana@student.test', password: 'Study4JSE!' });
  await admin.do(adminLogin, { loginName: 'admin', password: 'Staff4JSE!' });
  expect(await dana.do(getCalendarFeed, {})).toMatchObject({ exists: true });
  expect(await admin.do(getCalendarFeed, { locationId: 13 })).toMatchObject({ exists: true });
});
