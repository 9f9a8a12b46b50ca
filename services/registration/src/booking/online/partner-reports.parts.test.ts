import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asPublic, refusalOf } from '@portal/kit/testing';
import { later } from '../../testing.ts';
import { cancelRegistration } from '../cancelling/cancel-registration.ts';
import { bookProctor } from './proctoring/book-proctor.ts';
import { reserveProctor } from './proctoring/reserve-proctor.ts';
import { checkOnlineAccess } from './reports/check-progress.ts';
import { takeProctoringReport } from './reports/take-partner-report.ts';
import { startExam } from './starting/start-exam.ts';

import {
  inOnlineWorld,
  keyIn,
  letIn,
  made,
  partners,
  platformReport,
  report,
  signed,
  stateOf,
  world,
} from './testing.ts';

inOnlineWorld();

test('a notice that comes ten times counts once', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  const eventId = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => report(proctorUuid, 'let_in', { eventId })));
  expect(
    await world.db.many`SELECT had_effect FROM partner_report WHERE event_id = ${eventId}`,
  ).toEqual([{ hadEffect: true }]);
  expect(
    await world.db.many`
        SELECT 1 FROM registration_log WHERE registration_id = ${one.registrationId}
        AND to_status = 'online_access'`,
  ).toHaveLength(1);
});

test('a notice that the state does not allow is noted and changes nothing', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  for (const kind of ['completed', 'disconnected', 'disqualified']) {
    const eventId = randomUUID();
    await report(proctorUuid, kind, { eventId });
    expect(
      await world.db.one`SELECT had_effect FROM partner_report WHERE event_id = ${eventId}`,
    ).toEqual({ hadEffect: false });
  }
  await platformReport(one.registrationId, 'program_completed');
  await platformReport(one.registrationId, 'exam_completed');
  expect(await stateOf(one)).toBe('scheduled');
  await report(proctorUuid, 'started');
  expect(await stateOf(one)).toBe('online_access');
});

test('a report of a lost connection that is older than the resume changes nothing', async () => {
  const one = await letIn();
  const lostAt = steadyNow();
  await startExam(asPublic(world.db, { now: later(lostAt, { hours: 0.1 }) }), one.start);
  await report(one.proctorUuid, 'disconnected', { at: lostAt });
  expect(await stateOf(one)).toBe('online_started');
});

test('a notice about a cancelled exam is noted, one about nothing is refused', async () => {
  const one = await made();
  await cancelRegistration(one.as(), { registrationId: one.registrationId, reason: undefined });
  await platformReport(one.registrationId, 'exam_completed');
  expect(await stateOf(one)).toBe('cancelled');
  expect(await refusalOf(platformReport(2_000_000_000, 'exam_completed'))).toMatchObject({
    status: 404,
    code: 'registration_not_found',
  });
  expect(await refusalOf(report(randomUUID(), 'let_in'))).toMatchObject({
    status: 404,
    code: 'booking_not_found',
  });
});

test('a notice that is forged, altered, unsigned or too old changes nothing', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  const notice = {
    eventId: randomUUID(),
    proctorUuid,
    kind: 'let_in',
    at: steadyNow().toISOString(),
  };
  const right = signed(notice);
  const tries = [
    signed(notice, { secret: 'another secret' }),
    { ...right, body: Buffer.from(JSON.stringify({ ...notice, kind: 'completed' })) },
    { ...right, signature: '' },
    { ...right, signature: right.signature.replace(/v1=.*/, 'v1=') },
    signed(notice, { at: later(steadyNow(), { hours: -0.1 }) }),
    signed(notice, { at: later(steadyNow(), { hours: 0.1 }) }),
  ];
  for (const forged of tries)
    expect(await refusalOf(takeProctoringReport(asPublic(world.db), forged))).toMatchObject({
      status: 403,
      code: 'signature_invalid',
    });
  const unreadable = [{ kind: 'dance' }, { proctorUuid: 'a\0b' }, { eventId: '\0' }].map((wrong) =>
    JSON.stringify({ ...notice, ...wrong }),
  );
  for (const wrong of ['', '[]', 'x', ...unreadable])
    expect(await refusalOf(takeProctoringReport(asPublic(world.db), signed(wrong)))).toMatchObject({
      status: 422,
      code: 'invalid',
    });
  expect(await stateOf(one)).toBe('scheduled');
});

test('a polling page reads the proctoring service once a minute and applies it', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  const asks = () =>
    partners.requests.filter((line) => line === `GET /proctor/bookings/${proctorUuid}`).length;
  const now = steadyNow();
  partners.fails = 'status';
  expect(await checkOnlineAccess(one.as({ now }), one.ids)).toMatchObject({ onlineAccess: false });
  partners.fails = null;
  partners.of(proctorUuid).status = 'let_in';
  for (const seconds of [10, 20, 59])
    await checkOnlineAccess(one.as({ now: new Date(now.getTime() + seconds * 1000) }), one.ids);
  expect(asks()).toBe(1);
  expect(
    await checkOnlineAccess(one.as({ now: new Date(now.getTime() + 60_000) }), one.ids),
  ).toMatchObject({ onlineAccess: true });
  expect(asks()).toBe(2);
});

test('a start link opened before the notice works if the proctoring service agrees', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  partners.of(proctorUuid).status = 'let_in';
  await startExam(asPublic(world.db), keyIn(partners.of(proctorUuid).startUrl));
  expect(await stateOf(one)).toBe('online_started');
});

test('a time booked at the proctoring service is noted, once there is a booking', async () => {
  const one = await made();
  expect(await refusalOf(reserveProctor(one.as(), one.ids))).toMatchObject({
    status: 409,
    code: 'no_proctor_booking',
  });
  await bookProctor(one.as(), one.ids);
  for (let times = 0; times < 2; times++)
    expect(await reserveProctor(one.as(), one.ids)).toMatchObject({
      registration: { proctorReserved: true },
    });
});
