import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, inNewYork, instantInNewYork } from '@portal/kit/clock';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStudent } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { SessionReminderDue } from '@portal/proto/registration/v1/events';
import { aRegistration, aSession, aStudent, aWorld, type World } from '../../testing.ts';
import { cancelRegistration } from '../cancelling/cancel-registration.ts';
import { cancelSession } from '../session-booking/cancel-session.ts';
import { scheduleSession } from '../session-booking/schedule-session.ts';
import { onSessionReminderDue } from './on-session-reminder-due.ts';
import { remindOfSessions } from './remind-of-sessions.ts';

let world: World;
beforeAll(async () => {
  setForFile({ PUBLIC_URL: 'https://portal.test' });
  world = await aWorld();
});
afterAll(() => world.close());
beforeEach(() => world.db.run`DELETE FROM outbox`);

const today = dayInNewYork(steadyNow());
/** A moment of New York, so many days from today. */
const at = (days: number, time = '12:00') => instantInNewYork(dayPlus(today, { days }), time);

/** A student with a session so many days ahead, booked so many days ago. */
async function aSitting({ inDays = 2, time = '10:00', bookedDaysAgo = 5 } = {}) {
  const studentId = aStudent(world);
  const { id } = await aRegistration(world, { studentId });
  const sessionId = await aSession(world, { startsAt: at(inDays, time) });
  await scheduleSession(asStudent(world.db, studentId, { now: steadyNow() }), {
    registrationId: id,
    sessionId,
  });
  await world.db
    .run`UPDATE registration_log SET at = ${at(-bookedDaysAgo)} WHERE registration_id = ${id}`;
  return { registrationId: id, sessionId, studentId };
}
const due = async () =>
  (
    await world.db.many<{ payload: { data: unknown } }>`
    SELECT payload FROM outbox WHERE type = 'registration.session_reminder_due' ORDER BY id`
  ).map(({ payload }) => SessionReminderDue.fromJSON(payload.data));
/** The registrations of these that are said to be due. */
const dueOf = async (...sittings: { registrationId: number }[]) => {
  const remindedIds = (await due()).map(({ registrationId }) => registrationId);
  return sittings.map(
    ({ registrationId }) => remindedIds.filter((id) => id === registrationId).length,
  );
};
const mailsOf = (studentId: number) =>
  world.db.many<{
    subject: string;
    bodyText: string;
  }>`SELECT subject, body_text FROM mail WHERE recipient = ${`s${studentId}@student.test`}`;
/** The next two days on which New York's clocks change, a week ahead at least. */
function nextChangesOfClocks(): { change: string }[] {
  const first = inNewYork(steadyNow()).add({ days: 8 }).getTimeZoneTransition('next');
  const changes = [first, first?.getTimeZoneTransition('next')];
  return changes.flatMap((at) => (at ? [{ change: at.toPlainDate().toString() }] : []));
}
async function arrive(reminder: SessionReminderDue, now = steadyNow()): Promise<void> {
  const call = { ...asService(world.db, 'registration'), now };
  await onSessionReminderDue.handle(
    { id: randomUUID(), at: now, data: reminder as never },
    call,
    (work) => inTransaction(call, 'arrive', (tx) => work(tx)),
  );
}

test('a session in two days is reminded of, once, with day, time and place', async () => {
  const sitting = await aSitting();
  await remindOfSessions(world.db, at(0));
  await remindOfSessions(world.db, at(0, '12:01'));
  await remindOfSessions(world.db, at(1));
  const [reminder, ...others] = await due();
  expect(others).toEqual([]);
  expect(reminder).toMatchObject(sitting);
  await arrive(reminder as SessionReminderDue);
  await arrive(reminder as SessionReminderDue);
  const [mail, ...more] = await mailsOf(sitting.studentId);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Reminder: your session for Exam \d+ is on \w+day, .*, 10:00 AM$/);
  expect(mail?.bodyText).toContain('Place: Brooklyn, 13 Main Street, Brooklyn');
  expect(mail?.bodyText).toContain('at least 24 hours before it starts');
});

test("days are New York's: two days before is counted at any hour of the day", async () => {
  const [early, late, later] = [
    await aSitting({ inDays: 12, time: '00:10' }),
    await aSitting({ inDays: 12, time: '23:50' }),
    await aSitting({ inDays: 13, time: '00:10' }),
  ];
  await remindOfSessions(world.db, at(9, '23:59'));
  expect(await dueOf(early, late, later)).toEqual([0, 0, 0]);
  await remindOfSessions(world.db, at(10, '08:59')); // no emails at night
  expect(await dueOf(early, late, later)).toEqual([0, 0, 0]);
  await remindOfSessions(world.db, at(10, '09:00'));
  expect(await dueOf(early, late, later)).toEqual([1, 1, 0]);
});

test.each(nextChangesOfClocks())(
  'two days before are two days of the calendar, also across $change, when the clocks change',
  async ({ change }) => {
    const sitOn = async (day: string, time: string) => {
      const sitting = await aSitting();
      await world.db.run`
          UPDATE session SET starts_at = ${instantInNewYork(day, time)}
          WHERE id = ${sitting.sessionId}`;
      return sitting;
    };
    for (const days of [0, 1, 2]) {
      const day = dayPlus(change, { days });
      const sittings = [
        await sitOn(day, '00:30'),
        await sitOn(day, '10:00'),
        await sitOn(day, '23:30'),
      ];
      await remindOfSessions(world.db, instantInNewYork(dayPlus(day, { days: -3 }), '23:59'));
      expect(await dueOf(...sittings)).toEqual([0, 0, 0]);
      await remindOfSessions(world.db, instantInNewYork(dayPlus(day, { days: -2 }), '09:00'));
      expect(await dueOf(...sittings)).toEqual([1, 1, 1]);
    }
  },
);

test('a missed reminder goes out the day before, but not on the day itself', async () => {
  const [tomorrow, sameDay] = [
    await aSitting({ inDays: 1 }),
    await aSitting({ inDays: 21, time: '23:00' }),
  ];
  await remindOfSessions(world.db, at(0));
  await remindOfSessions(world.db, at(21));
  expect(await dueOf(tomorrow, sameDay)).toEqual([1, 0]);
});

test('a student who booked within the two days gets no reminder', async () => {
  const [onTheDay, after, before] = [
    await aSitting({ bookedDaysAgo: 0 }),
    await aSitting({ inDays: 1, bookedDaysAgo: 1 }),
    await aSitting({ bookedDaysAgo: 1 }),
  ];
  await remindOfSessions(world.db, at(0));
  expect(await dueOf(onTheDay, after, before)).toEqual([0, 0, 1]);
});

test('a left session, or one of a cancelled exam, gets no reminder', async () => {
  const [left, cancelled] = [await aSitting(), await aSitting()];
  await cancelSession(asStudent(world.db, left.studentId), {
    registrationId: left.registrationId,
    reason: undefined,
  });
  await cancelRegistration(asStudent(world.db, cancelled.studentId), {
    registrationId: cancelled.registrationId,
    reason: undefined,
  });
  await remindOfSessions(world.db, at(0));
  expect(await dueOf(left, cancelled)).toEqual([0, 0]);
});

test('a student who moves to another session is reminded of it, by the day of change', async () => {
  const { registrationId, studentId } = await aSitting({ inDays: 30 });
  const other = await aSession(world, { startsAt: at(40, '10:00') });
  await scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId: other });
  await remindOfSessions(world.db, at(28));
  expect(await due()).toEqual([]);
  await remindOfSessions(world.db, at(38));
  expect(await due()).toMatchObject([{ registrationId, sessionId: other }]);
});

test('a session whose time is moved is reminded of once', async () => {
  const sitting = await aSitting();
  await remindOfSessions(world.db, at(0));
  await world.db.run`UPDATE session SET starts_at = ${at(9)} WHERE id = ${sitting.sessionId}`;
  await remindOfSessions(world.db, at(7));
  expect(await dueOf(sitting)).toEqual([1]);
});

test('a session left or begun after the reminder is not mailed', async () => {
  const [left, begun] = [await aSitting(), await aSitting()];
  await remindOfSessions(world.db, at(0));
  await cancelSession(asStudent(world.db, left.studentId), {
    registrationId: left.registrationId,
    reason: undefined,
  });
  const reminders = await due();
  const of = ({ registrationId }: { registrationId: number }) =>
    reminders.find((one) => one.registrationId === registrationId) as SessionReminderDue;
  await arrive(of(left));
  await arrive(of(begun), at(2, '10:01'));
  expect([...(await mailsOf(left.studentId)), ...(await mailsOf(begun.studentId))]).toEqual([]);
});

test('replicas that look at the same moment say each reminder once', async () => {
  const sittings = await Promise.all(Array.from({ length: 12 }, () => aSitting()));
  await Promise.all(Array.from({ length: 6 }, () => remindOfSessions(world.db, at(0))));
  expect(await dueOf(...sittings)).toEqual(sittings.map(() => 1));
});

test('without the record of reminders, replicas repeat them', async () => {
  const sitting = await aSitting();
  await remindOfSessions(world.db, at(0));
  await world.db
    .run`DELETE FROM session_reminder WHERE registration_id = ${sitting.registrationId}`;
  await remindOfSessions(world.db, at(0));
  expect(await dueOf(sitting)).toEqual([2]);
});
