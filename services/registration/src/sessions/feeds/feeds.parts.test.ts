import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asPublic, asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { deliver, lastSent } from '@portal/kit/testing/events/message-pacts';
import { SessionBooked } from '@portal/proto/registration/v1/events';
import ICAL from 'ical.js';
import { cancelSession } from '../../booking/session-booking/cancel-session.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { onSessionBooked } from '../../emails/events/on-session-booked.ts';
import type { Granted } from '../../records/accommodations/exam-minutes.ts';
import { aBranch, aRoom } from '../../testing/branch-rooms.ts';
import { aSessionApart, OWN_ROOM } from '../../testing/session-apart.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  type World,
} from '../../testing.ts';
import { addOfficeSession } from '../calendar/adding/add-session.ts';
import { callOffSession } from '../calling-off/call-off-session.ts';
import { changeFeed, type FeedAction, getFeed } from './change-feed.ts';
import { onSignInBarred, onStaffAccessChanged } from './end-feeds.ts';
import { readFeed } from './read-feed.ts';

const [BROOKLYN, LAKEWOOD] = [13, 14] as const;
/** So many days from now, in whole seconds as calendars have them. */
const inDays = (days: number): Date =>
  new Date(Math.floor(steadyNow().getTime() / 1000) * 1000 + days * 86_400_000);
/** The account of asStaff. */
const STAFF_ID = 1;

let world: World;
beforeAll(async () => {
  setForFile({ PUBLIC_URL: 'https://portal.test/' });
  world = await aWorld();
  world.staffRoles.set(STAFF_ID, ['ROLE_SUPPORT']);
});
afterAll(() => world.close());

const secretIn = (url: string | null): string =>
  /^https:\/\/portal\.test\/api\/calendar\/([A-Za-z0-9_-]{43})\.ics$/.exec(url ?? '')?.[1] ??
  `no secret in ${url}`;
const own = (studentId: number, action: FeedAction = 'make') =>
  changeFeed(asStudent(world.db, studentId), { locationId: null, action });
const office = () => asStaff(world.db, ['ROLE_SUPPORT']);
const ofBranch = (locationId: number, action: FeedAction = 'make') =>
  changeFeed(office(), { locationId, action });
const read = (secret: string, now = steadyNow()) => readFeed(asPublic(world.db, { now }), secret);

/** Accommodations of a student, as the projection stores them. */
const grant = (studentId: number, accommodation: Omit<Granted, 'validFrom'>) =>
  world.db.run`
    UPDATE student_copy SET accommodations =
      ${JSON.stringify([{ ...accommodation, validFrom: '2026-01-01' }])}
    WHERE id = ${studentId}`;

/** The events of a file, as another program understands them. */
async function eventsAt(secret: string, now = steadyNow()) {
  const { calendar } = await read(secret, now);
  const parsed = new ICAL.Component(ICAL.parse(calendar));
  return parsed.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      startsAt: event.startDate.toJSDate(),
      minutes: event.duration.toSeconds() / 60,
      status: component.getFirstPropertyValue('status'),
    };
  });
}

test('a replay has no address, and leaves the feed as it is', async () => {
  const call = asStudent(world.db, aStudent(world));
  for (const action of ['make', 'renew'] as const) {
    const change = { locationId: null, action };
    const byKey = { ...call, key: randomUUID() };
    const url = await changeFeed(byKey, change);
    expect(await changeFeed(byKey, change)).toBeNull();
    expect((await read(secretIn(url))).calendar).toContain('BEGIN:VCALENDAR');
  }
});

test('concurrent requests with one key make one feed; one response has its address', async () => {
  const call = { ...asStudent(world.db, aStudent(world)), key: randomUUID() };
  const make = () => changeFeed(call, { locationId: null, action: 'make' });
  const urls = (await Promise.all([make(), make(), make()])).filter((url) => url !== null);
  expect(urls).toHaveLength(1);
  expect((await read(secretIn(urls[0] ?? null))).calendar).toContain('BEGIN:VCALENDAR');
});

describe('the feed of a student', () => {
  test("shows bookings by subject, place and New York time, under the mails' UIDs", async () => {
    const examId = anExam(world, { subject: 'Biology; part 1, "cells"' });
    const { id, studentId } = await aRegistration(world, { examId });
    const startsAt = new Date('2037-07-07T14:00:00Z');
    const sessionId = await aSession(world, { startsAt });
    const secret = secretIn(await own(studentId));
    expect(await eventsAt(secret)).toEqual([]);
    await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
    expect(await eventsAt(secret)).toEqual([
      {
        uid: `registration-${id}@jse.portal`,
        summary: 'Exam: Biology; part 1, "cells"',
        location: 'Brooklyn, 13 Main Street, Brooklyn',
        startsAt,
        minutes: 210,
        status: 'CONFIRMED',
      },
    ]);
    const { calendar } = await read(secret);
    expect(calendar).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
    expect(calendar).toContain('DTSTART;TZID=America/New_York:20370707T100000');
    expect(calendar).not.toMatch(/Dina|4321|\$/);
  });

  test("shows the end by the student's accommodations", async () => {
    const studentId = aStudent(world);
    const sessionId = await aSession(world, { startsAt: new Date('2037-07-08T14:00:00Z') });
    const secret = secretIn(await own(studentId));
    const minutes = async () => (await eventsAt(secret)).map((event) => event.minutes);
    const granted = (validUntil: string) =>
      grant(studentId, { kind: 'extra_time', percent: 50, minutes: null, validUntil });
    const book = async () => {
      const examId = anExam(world, { durationMinutes: 105 });
      const { id: registrationId } = await aRegistration(world, { studentId, examId });
      await granted('2037-07-08');
      await scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId });
      return registrationId;
    };
    const first = await book();
    // 105 minutes and half as much again, in steps of five
    expect(await minutes()).toEqual([210]);
    await book();
    expect(await minutes()).toEqual([320, 320]);
    await deliver(world.db, onSessionBooked, await lastSent(world.db, SessionBooked));
    const { attachments } = await world.db.one<{ attachments: { content: string }[] }>`
      SELECT attachments FROM mail ORDER BY created_at DESC LIMIT 1`;
    // 10:00 and 320 minutes
    expect(attachments[0]?.content).toContain('DTEND;TZID=America/New_York:20370708T152000');
    await world.db.run`UPDATE registration SET status = 'taken' WHERE id = ${first}`;
    expect(await minutes()).toEqual([320, 320]);
    await granted('2037-07-07');
    expect(await minutes()).toEqual([210, 210]);
  });

  test('shows left and called-off sessions as cancelled for 30 days, no old ones', async () => {
    const [left, calledOff] = [await aRegistration(world), await aRegistration(world)];
    const now = steadyNow();
    for (const { id, studentId } of [left, calledOff]) {
      const sessionId = await aSession(world, { startsAt: later(now, { days: 50 }) });
      await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
      if (id === left.id)
        await cancelSession(asStudent(world.db, studentId), {
          registrationId: id,
          reason: undefined,
        });
      else await callOffSession(asService(world.db, 'operator'), sessionId);
      const secret = secretIn(await own(studentId));
      expect(await eventsAt(secret)).toMatchObject([
        { uid: `registration-${id}@jse.portal`, status: 'CANCELLED' },
      ]);
      expect(await eventsAt(secret, later(now, { days: 31 }))).toEqual([]);
    }
  });

  test('goes on for 30 days after a session, and moves with it', async () => {
    const { id, studentId } = await aRegistration(world);
    const as = asStudent(world.db, studentId);
    const [first, second] = [inDays(8), inDays(9)];
    const secret = secretIn(await own(studentId));
    await scheduleSession(as, {
      registrationId: id,
      sessionId: await aSession(world, { startsAt: first }),
    });
    const { tag } = await read(secret);
    expect((await read(secret, later(steadyNow(), { hours: 1 }))).tag).toBe(tag);
    await scheduleSession(asStudent(world.db, studentId), {
      registrationId: id,
      sessionId: await aSession(world, { startsAt: second, locationId: LAKEWOOD }),
    });
    expect(await eventsAt(secret)).toMatchObject([{ startsAt: second, status: 'CONFIRMED' }]);
    expect((await read(secret)).tag).not.toBe(tag);
    expect(await eventsAt(secret, later(second, { days: 29 }))).toHaveLength(1);
    expect(await eventsAt(secret, later(second, { days: 31 }))).toEqual([]);
  });

  test('shows no session of another student', async () => {
    const [one, other] = [await aRegistration(world), await aRegistration(world)];
    const sessionId = await aSession(world);
    await scheduleSession(asStudent(world.db, one.studentId), {
      registrationId: one.id,
      sessionId,
    });
    expect(await eventsAt(secretIn(await own(other.studentId)))).toEqual([]);
  });
});

describe('the feed of a branch', () => {
  test('shows its sessions with places taken and no names, but no drafts', async () => {
    const { id, studentId } = await aRegistration(world);
    const startsAt = inDays(20);
    const sessionId = await aSession(world, { startsAt, locationId: LAKEWOOD, seats: 7 });
    const draft = await aSession(world, { startsAt, locationId: LAKEWOOD });
    await world.db.run`UPDATE session SET draft = true WHERE id = ${draft}`;
    await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
    const secret = secretIn(await ofBranch(LAKEWOOD));
    const events = await eventsAt(secret);
    expect(events.map(({ uid }) => uid)).not.toContain(`session-${draft}@jse.portal`);
    expect(events).toContainEqual({
      uid: `session-${sessionId}@jse.portal`,
      summary: 'Lakewood: 1 of 7',
      location: 'Lakewood, 14 Main Street, Brooklyn',
      startsAt,
      minutes: 210,
      status: 'CONFIRMED',
    });
    expect((await read(secret)).calendar).not.toContain('Dina');
    await callOffSession(asService(world.db, 'operator'), sessionId);
    expect(await eventsAt(secret)).toContainEqual(
      expect.objectContaining({ uid: `session-${sessionId}@jse.portal`, status: 'CANCELLED' }),
    );
  });

  test('does not count students in a special room among its seats (R-505)', async () => {
    const { sessionId, branch } = await aSessionApart(world, 1, { seats: 6, time: '13:00' });
    for (const approvedAccommodations of [[], OWN_ROOM]) {
      const { id, studentId } = await aRegistration(world, {
        studentId: aStudent(world, { approvedAccommodations }),
      });
      await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
    }
    expect(await eventsAt(secretIn(await ofBranch(branch)))).toMatchObject([
      { uid: `session-${sessionId}@jse.portal`, summary: `Branch ${branch}: 1 of 6` },
    ]);
  });

  test('names the rooms of a session', async () => {
    const rooms = [aRoom({ name: 'Room 2' }), aRoom({ name: 'Hall' })];
    const locationId = await aBranch(world, rooms);
    const { session } = await addOfficeSession(asStaff(world.db, ['ROLE_ADMIN']), {
      sessionType: '21',
      date: '2037-07-08',
      time: '10:00',
      locationId,
      schoolId: null,
      title: null,
      address: null,
      gender: '3',
      seats: null,
      limitTo1Test: false,
      rooms: rooms.map(({ id }) => ({ roomId: id, places: 12 })),
      proctor: 'Ada',
      closingDate: null,
      closingTime: null,
      shipDate: null,
      returnDueDate: null,
      lastDate: null,
      remark: null,
      draft: false,
      confirmDay: true,
      dryRun: false,
    });
    const secret = secretIn(await ofBranch(locationId));
    expect(await eventsAt(secret)).toMatchObject([
      {
        uid: `session-${session.id}@jse.portal`,
        location: `Branch ${locationId}, Hall, Room 2, 1 Main Street, Deal`,
      },
    ]);
  });

  test('is not found while its account has no role for it, even before the event', async () => {
    const secret = secretIn(await ofBranch(BROOKLYN));
    for (const [roles, ends] of [
      [['ROLE_ADVISOR'], true],
      [[], true],
      [['ROLE_ADVISOR', 'ROLE_TECH_SUPPORT'], false],
    ] as const) {
      world.staffRoles.set(STAFF_ID, [...roles]);
      const code = ends ? 'feed_not_found' : undefined;
      expect(
        await read(secret).then(
          () => undefined,
          ({ code }) => code,
        ),
      ).toBe(code);
    }
    world.staffRoles.set(STAFF_ID, ['ROLE_SUPPORT']);
  });

  test('is of a branch that there is, and staff name one where students name none', async () => {
    expect(await refusalOf(ofBranch(999))).toMatchObject({
      status: 404,
      code: 'location_not_found',
    });
    expect(await refusalOf(getFeed(office(), 999))).toMatchObject({ code: 'location_not_found' });
    expect(await refusalOf(getFeed(office(), null))).toMatchObject({
      status: 422,
      code: 'invalid',
    });
    const student = asStudent(world.db, 1);
    expect(await refusalOf(getFeed(student, BROOKLYN))).toMatchObject({ code: 'invalid' });
    for (const [call, locationId] of [
      [office(), null],
      [student, BROOKLYN],
    ] as const)
      expect((await refusalOf(changeFeed(call, { locationId, action: 'make' }))).code).toBe(
        'invalid',
      );
  });
});

/** An event of identity, as it comes off the stream. */
const message = (data: object, at = steadyNow()) => ({
  id: randomUUID(),
  at: at.toISOString(),
  data,
});
const ended = { status: 404, code: 'feed_not_found' };

describe('a feed of an account without the permission', () => {
  const auditOf = (sinceId: number) => world.db.many`
    SELECT op, actor_kind, student_id, change FROM audit
    WHERE table_name = 'calendar_feed' AND id > ${sinceId} ORDER BY id`;
  const lastAudit = async () =>
    (await world.db.one<{ id: number }>`SELECT max(id) AS id FROM audit`).id;

  test('ends when its student is barred from signing in, other feeds do not', async () => {
    const [barred, other] = [await aRegistration(world), await aRegistration(world)];
    const secret = secretIn(await own(barred.studentId));
    const others = secretIn(await own(other.studentId));
    const branch = secretIn(await ofBranch(LAKEWOOD, 'renew'));
    const since = await lastAudit();
    const bar = message({ studentId: barred.studentId });
    // at least once
    for (const _ of [1, 2]) await deliver(world.db, onSignInBarred, bar);
    expect(await refusalOf(read(secret))).toMatchObject(ended);
    expect(await auditOf(since)).toEqual([
      { op: 'delete', actorKind: 'service', studentId: barred.studentId, change: {} },
    ]);
    await read(others);
    await read(branch);
  });

  test('stays ended after the bar; the student may make a new one', async () => {
    const { studentId } = await aRegistration(world);
    const old = secretIn(await own(studentId));
    const barredAt = steadyNow();
    await deliver(world.db, onSignInBarred, message({ studentId }, barredAt));
    const another = secretIn(await own(studentId));
    await world.db.run`
      UPDATE calendar_feed SET created_at = ${later(barredAt, { hours: 1 })}
      WHERE student_id = ${studentId}`;
    // an old event that comes late, or again
    await deliver(world.db, onSignInBarred, message({ studentId }, barredAt));
    await read(another);
    expect(await refusalOf(read(old))).toMatchObject(ended);
  });

  test.each([[['ROLE_ADVISOR']], [[]]])(
    'ends when its account of staff holds %j from then on, though roles come back',
    async (held) => {
      const secrets = [
        secretIn(await ofBranch(BROOKLYN, 'renew')),
        secretIn(await ofBranch(LAKEWOOD, 'renew')),
      ];
      const since = await lastAudit();
      const lost = message({ userId: STAFF_ID, roles: { held } });
      for (const _ of [1, 2]) await deliver(world.db, onStaffAccessChanged, lost);
      // identity names the old roles again already
      for (const secret of secrets) expect(await refusalOf(read(secret))).toMatchObject(ended);
      expect(await auditOf(since)).toEqual(
        expect.arrayContaining(
          [BROOKLYN, LAKEWOOD].map((locationId) => ({
            op: 'delete',
            actorKind: 'service',
            studentId: null,
            change: { locationId },
          })),
        ),
      );
    },
  );

  test('goes on when only the sessions of staff are over, or other roles changed', async () => {
    const { studentId } = await aRegistration(world);
    const students = secretIn(await own(studentId));
    const secret = secretIn(await ofBranch(BROOKLYN, 'renew'));
    for (const data of [
      { userId: STAFF_ID },
      { userId: STAFF_ID, roles: { held: ['ROLE_ADVISOR', 'ROLE_SUPPORT'] } },
      { userId: STAFF_ID + 1, roles: { held: [] } },
    ])
      await deliver(world.db, onStaffAccessChanged, message(data));
    await read(secret);
    await read(students);
  });
});

describe('the address of a feed', () => {
  test('is shown once and stored as a hash; a second one is refused, even at once', async () => {
    const { studentId } = await aRegistration(world);
    expect(await getFeed(asStudent(world.db, studentId), null)).toBeUndefined();
    const made = await Promise.allSettled([own(studentId), own(studentId)]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(own(studentId))).toMatchObject({
      status: 409,
      code: 'feed_exists',
      detail: 'There is already a feed.',
    });
    const secret = secretIn(
      made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0] ?? null,
    );
    const rows = await world.db.many<{ said: string }>`
      SELECT to_jsonb(f)::text AS said FROM calendar_feed f UNION ALL
      SELECT to_jsonb(a)::text FROM audit a UNION ALL
      SELECT to_jsonb(k)::text FROM idempotency k`;
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ said }) => said.includes(secret))).toEqual([]);
  });

  test('notes when it was read, to the minute', async () => {
    const { studentId } = await aRegistration(world);
    const secret = secretIn(await own(studentId));
    const lastRead = async () => (await getFeed(asStudent(world.db, studentId), null))?.lastRead;
    expect(await lastRead()).toBeNull();
    const first = steadyNow();
    await read(secret, first);
    await read(secret, new Date(first.getTime() + 30_000));
    expect(await lastRead()).toEqual(first);
    await read(secret, new Date(first.getTime() + 90_000));
    expect(await lastRead()).toEqual(new Date(first.getTime() + 90_000));
  });

  test.each(['renew', 'revoke'] as const)('ends at once by %s', async (action) => {
    const { studentId } = await aRegistration(world);
    const old = secretIn(await own(studentId));
    await read(old);
    const url = await own(studentId, action);
    expect(await refusalOf(read(old))).toMatchObject({ status: 404, code: 'feed_not_found' });
    if (action === 'renew') await read(secretIn(url));
    else
      expect([url, await getFeed(asStudent(world.db, studentId), null)]).toEqual([null, undefined]);
  });

  test('that is ended without one, or renewed, is no error', async () => {
    const { studentId } = await aRegistration(world);
    expect(await own(studentId, 'revoke')).toBeNull();
    await read(secretIn(await own(studentId, 'renew')));
  });

  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}\0`, 'é'.repeat(43)])(
    'opens nothing where its secret is %j',
    async (secret) => {
      expect(await refusalOf(read(secret))).toMatchObject({ status: 404, code: 'feed_not_found' });
    },
  );
});
