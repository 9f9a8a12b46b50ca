import { describe, expect, test } from '@jest/globals';
import { changeCalendarFeed, getCalendarFeed } from '@portal/contract/sessions/calendar-feed';
import { updateUser } from '@portal/contract/staff/users';
import { adminLogin } from '@portal/contract/students/auth';
import { setBar } from '@portal/contract/students/student-file';
import ICAL from 'ical.js';
import { thePortal } from '../../../portal/place.ts';
import { until } from '../../../portal/until.ts';
import { Person } from '../../../portal-user/person.ts';
import { booked, examThat, isPlain } from '../../exams/registrations.ts';
import { aSession, BRANCH } from '../../exams/sessions.ts';
import { signedInStaff, someStaff } from '../../people/staff.ts';
import { aStudent, quickHash } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

/** Creates a feed and returns the path of its file. */
async function aFeed(person: Person, locationId?: number): Promise<string> {
  const { url, webcal } = await person.do(changeCalendarFeed, { action: 'make', locationId });
  expect(url).toMatch(/\/api\/calendar\/[A-Za-z0-9_-]{43}\.ics$/);
  expect(webcal).toBe(url?.replace(/^https?/, 'webcal'));
  return new URL(url ?? '').pathname;
}
/** Reads a feed as a calendar program does: without cookies. */
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${thePortal.url}${path}`, { headers });
const eventsIn = (calendar: string) =>
  new ICAL.Component(ICAL.parse(calendar))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));

describe('changeCalendarFeed', () => {
  test('gives a student the one address of a calendar of their booked sessions', async () => {
    const student = await aStudent({ credits: 6 });
    const path = await aFeed(student.person);
    const again = await student.person.ask(changeCalendarFeed, { action: 'make' });
    expect(refusal(again)).toEqual({
      status: 409,
      code: 'feed_exists',
      detail: 'There is already a feed.',
    });
    const empty = await read(path);
    expect(empty.status).toBe(200);
    expect(empty.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(eventsIn(await empty.text())).toEqual([]);
    const exam = await examThat(student.person, isPlain);
    const { registrationId } = await booked(student.person, exam, await aSession());
    const full = await read(path);
    expect(eventsIn(await full.text()).map(({ uid }) => uid)).toEqual([
      `registration-${registrationId}@jse.portal`,
    ]);
    expect(full.headers.get('etag')).not.toBe(empty.headers.get('etag'));
    const known = await read(path, { 'if-none-match': full.headers.get('etag') ?? '' });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });

  test('gives staff the sessions of a branch while they have a role for it', async () => {
    const account = await someStaff('ROLE_SUPPORT', { passwordHash: quickHash });
    const staff = new Person();
    await staff.do(adminLogin, { loginName: account.loginName, password: account.password });
    const path = await aFeed(staff, BRANCH);
    const id = await aSession({ seats: 9 });
    const events = eventsIn(await (await read(path)).text());
    const uid = `session-${id}@jse.portal`;
    expect(events.find((event) => event.uid === uid)?.summary).toMatch(/: 0 of 9$/);
    const keeper = await signedInStaff('ROLE_TECH_SUPPORT');
    await keeper.do(updateUser, { userId: account.id, roles: ['ROLE_ADVISOR'] });
    expect((await read(path)).status).toBe(404);

    await keeper.do(updateUser, { userId: account.id, roles: ['ROLE_SUPPORT'] });
    const again = new Person();
    await again.do(adminLogin, { loginName: account.loginName, password: account.password });
    await until(
      () => again.do(getCalendarFeed, { locationId: BRANCH }),
      ({ exists }) => !exists,
    );
    expect((await read(path)).status).toBe(404);
  });

  test('ends the feed of a student who is barred from signing in', async () => {
    const { person, id } = await aStudent();
    const path = await aFeed(person);
    const admin = await signedInStaff('ROLE_ADMIN');
    const about = { student_id: id };
    const reason = 'A shared account';
    const { bars } = await admin.do(setBar, { ...about, levels: ['sign_in'], reason });
    await until(
      () => read(path),
      ({ status }) => status === 404,
    );
    const barId = bars[0]?.barId as number;
    await admin.do(setBar, { ...about, barId, lift: true, reason: 'It was a mistake' });
    expect((await read(path)).status).toBe(404);
  });
});

describe('getCalendarFeed', () => {
  test('gives students, who name no branch, their feed and when it was last read', async () => {
    const { person } = await aStudent();
    expect(refusal(await person.ask(getCalendarFeed, { locationId: BRANCH }))).toMatchObject({
      status: 422,
      code: 'invalid',
    });
    const none = { exists: false, createdAt: null, lastRead: null };
    expect(await person.do(getCalendarFeed, {})).toEqual(none);
    const path = await aFeed(person);
    expect(await person.do(getCalendarFeed, {})).toMatchObject({ exists: true, lastRead: null });
    await read(path);
    expect((await person.do(getCalendarFeed, {})).lastRead).not.toBeNull();
    await person.do(changeCalendarFeed, { action: 'revoke' });
    expect(await person.do(getCalendarFeed, {})).toEqual(none);
  });
});

test.each(['A'.repeat(43), 'A'.repeat(5000), '..%2f..', '%00'])(
  'does not find a calendar at %.20s',
  async (secret) => {
    const answer = await read(`/api/calendar/${secret}.ics`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  },
);

test('limits reads of a feed to sixty an hour, with Retry-After', async () => {
  const { person } = await aStudent();
  const path = await aFeed(person);
  const answers = await Promise.all(Array.from({ length: 61 }, () => read(path)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
  const full = answers.find(({ status }) => status === 429);
  expect(Number(full?.headers.get('retry-after'))).toBeGreaterThan(3000);
});
