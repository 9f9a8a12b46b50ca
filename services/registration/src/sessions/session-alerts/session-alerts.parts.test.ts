import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStudent, refusalOf } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { aRegistration, aSession, aWorld, later, MAN, type World } from '../../testing.ts';
import { listOpenBranches } from './list-open-branches.ts';
import { mailSessionAlerts } from './mail-session-alerts.ts';
import { setSessionAlert } from './set-session-alert.ts';

const [LAKEWOOD, OFFICE, MONSEY, SEMINARY] = [14, 15, 16, 17] as const;

let world: World;
beforeAll(async () => {
  setForFile({ PUBLIC_URL: 'https://portal.test' });
  world = await aWorld();
});
afterAll(() => world.close());

/** A student in the projection with an alert for a location. */
async function waiting(locationId: number = LAKEWOOD): Promise<number> {
  const { studentId } = await aRegistration(world);
  await setSessionAlert(asStudent(world.db, studentId), { locationId, wanted: true });
  return studentId;
}
const mailsTo = (studentId: number) =>
  world.db.many<{ subject: string; bodyText: string }>`
    SELECT subject, body_text FROM mail
    WHERE recipient = ${`s${studentId}@student.test`} AND subject LIKE 'A session is open%'`;
const inDays = (days: number) => later(steadyNow(), { hours: 24 * days });
const gone = (sessionId: number) =>
  world.db.run`UPDATE session SET deleted_at = now() WHERE id = ${sessionId}`;

test('an alert is mailed once, when a session of the location has room', async () => {
  const studentId = await waiting();
  await mailSessionAlerts(world.db, steadyNow());
  expect(await mailsTo(studentId)).toEqual([]);
  const sessionId = await aSession(world, { locationId: LAKEWOOD, startsAt: inDays(3) });
  await Promise.all([
    mailSessionAlerts(world.db, steadyNow()),
    mailSessionAlerts(world.db, steadyNow()),
  ]);
  await mailSessionAlerts(world.db, steadyNow());
  const [mail, ...more] = await mailsTo(studentId);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('A session is open at Lakewood');
  expect(mail?.bodyText).toContain('seats go to those who book first');
  await gone(sessionId);
});

const unsuitable: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
  'is full': (id) => world.db.run`UPDATE session SET seats_left = 0 WHERE id = ${id}`,
  'is closed by staff': (id) =>
    world.db.run`UPDATE session SET closed_by_staff = true WHERE id = ${id}`,
  'is called off': (id) => world.db.run`UPDATE session SET called_off_at = now() WHERE id = ${id}`,
  'was closed yesterday': (id) => world.db.run`
    UPDATE session SET closing_date = ${dayPlus(dayInNewYork(steadyNow()), { days: -1 })}
    WHERE id = ${id}`,
  'is for others': (id) => world.db.run`UPDATE session SET gender = ${MAN} WHERE id = ${id}`,
  'has begun': (id) => world.db.run`
    UPDATE session SET starts_at = ${inDays(-1)} WHERE id = ${id}`,
};
test.each(Object.keys(unsuitable))('no alert is mailed for a session that %s', async (how) => {
  const studentId = await waiting();
  const sessionId = await aSession(world, { locationId: LAKEWOOD, startsAt: inDays(3) });
  await unsuitable[how]?.(sessionId);
  await mailSessionAlerts(world.db, steadyNow());
  expect(await mailsTo(studentId)).toEqual([]);
  await gone(sessionId);
});

test('a wish that was taken back, or is half a year old, comes to nothing', async () => {
  const [takenBack, old] = [await waiting(), await waiting()];
  await setSessionAlert(asStudent(world.db, takenBack), { locationId: LAKEWOOD, wanted: false });
  await mailSessionAlerts(world.db, inDays(183));
  const sessionId = await aSession(world, { locationId: LAKEWOOD, startsAt: inDays(200) });
  await mailSessionAlerts(world.db, inDays(183));
  expect([await mailsTo(takenBack), await mailsTo(old)]).toEqual([[], []]);
  await gone(sessionId);
});

test.each([OFFICE, SEMINARY, 999])(
  'no alert can be set for location %s, which the student does not see',
  async (locationId) => {
    const { studentId } = await aRegistration(world);
    const request = setSessionAlert(asStudent(world.db, studentId), { locationId, wanted: true });
    expect(await refusalOf(request)).toMatchObject({ status: 404, code: 'location_not_found' });
  },
);

test('each location shows its next session with room for the exam, and their number', async () => {
  const { studentId, id } = await aRegistration(world);
  const as = asStudent(world.db, studentId);
  const [first, second, full, byAppointment] = [
    await aSession(world, { locationId: LAKEWOOD, startsAt: inDays(4) }),
    await aSession(world, { locationId: LAKEWOOD, startsAt: inDays(5) }),
    await aSession(world, { locationId: LAKEWOOD, startsAt: inDays(3) }),
    await aSession(world, { locationId: MONSEY, startsAt: inDays(3) }),
  ];
  await world.db.run`UPDATE session SET seats_left = 0 WHERE id = ${full}`;
  const open = async (minutes: number) => {
    const branches = await listOpenBranches(as, minutes);
    return branches.find(({ locationId }) => locationId === LAKEWOOD);
  };
  const startOf = (sessionId: number) =>
    world.db.one<{ startsAt: Date }>`SELECT starts_at FROM session WHERE id = ${sessionId}`;
  const { startsAt } = await startOf(first);
  expect(await open(60)).toEqual({
    locationId: LAKEWOOD,
    nextStartsAt: startsAt,
    openSessions: 2,
    alert: false,
  });
  expect((await listOpenBranches(as, 60)).some(({ locationId }) => locationId === MONSEY)).toBe(
    false,
  );
  // minutes that the student's exams already fill leave no room for a long exam
  await scheduleSession(as, { registrationId: id, sessionId: first });
  expect((await open(210))?.openSessions).toBe(1);
  await setSessionAlert(as, { locationId: LAKEWOOD, wanted: true });
  expect(await open(211)).toMatchObject({ openSessions: 0, alert: true });
  expect((await open(211))?.nextStartsAt).toBeUndefined();
  for (const sessionId of [second, full, byAppointment]) await gone(sessionId);
});
