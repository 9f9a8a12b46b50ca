import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, refusalOf } from '@portal/kit/testing';
import { brokenInvariants } from '../../../invariants.ts';
import { aWorld, type World } from '../../../testing.ts';
import { callOffSession } from '../../calling-off/call-off-session.ts';
import { listOfficeSessions } from '../queries/list-office-sessions.ts';
import { type AddSeries, addOfficeSeries } from './add-series.ts';
import { type CopyTerm, copyTerm } from './copy-term.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

/** The first Sunday of a February, when no holiday but a federal one can be. */
const SUNDAY = (() => {
  const { year } = Temporal.PlainDate.from(dayInNewYork(steadyNow()));
  const first = new Temporal.PlainDate(year + 1, 2, 1);
  return first.add({ days: (7 - first.dayOfWeek) % 7 }).toString();
})();
const later = (days: number): string => dayPlus(SUNDAY, { days });
const office = (): Call => asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });

const series = (proctor: string): AddSeries => ({
  template: {
    sessionType: '21',
    time: '10:00',
    locationId: 13,
    schoolId: null,
    title: null,
    address: null,
    gender: '3',
    seats: 12,
    limitTo1Test: true,
    rooms: [],
    proctor,
    closingDate: later(-2),
    closingTime: '12:00',
    shipDate: null,
    returnDueDate: null,
    lastDate: null,
    remark: 'key at the desk',
    draft: false,
  },
  startDate: SUNDAY,
  endDate: later(14),
  weekdays: [7],
  everyWeeks: 1,
  skip: [],
  exceptions: [{ date: later(7), time: '18:00' }],
});
const listed = async (proctor: string, from = SUNDAY, to = later(60)) => {
  const { sessions } = await listOfficeSessions(office(), {
    from,
    to,
    locationId: null,
    schoolId: null,
    vendorId: null,
    sessionType: null,
    gender: null,
    state: null,
    proctor,
    page: null,
  });
  return sessions;
};

test('a series is made with all of its sessions, each closing as long before', async () => {
  const { seriesId, entries } = await addOfficeSeries(office(), {
    ...series('Ada'),
    dryRun: false,
  });
  expect(entries.map(({ made }) => made)).toEqual([true, true, true]);
  const made = await listed('Ada');
  expect(made.map(({ startsAt }) => startsAt)).toEqual([
    instantInNewYork(SUNDAY, '10:00'),
    instantInNewYork(later(7), '18:00'),
    instantInNewYork(later(14), '10:00'),
  ]);
  expect(made.map(({ closingDate }) => closingDate)).toEqual([-2, 5, 12].map(later));
  expect(made.map((one) => one.seriesId)).toEqual(Array(3).fill(seriesId));
  expect(made[0]).toMatchObject({ id: seriesId, seatsLeft: 12, remark: 'key at the desk' });
});

test('the same key makes one series, a dry run none', async () => {
  const call = office();
  const first = await addOfficeSeries(call, { ...series('Eva'), dryRun: false });
  const again = await addOfficeSeries(call, { ...series('Eva'), dryRun: false });
  expect(again).toEqual(first);
  expect(await listed('Eva')).toHaveLength(3);
  const { seriesId, entries } = await addOfficeSeries(office(), {
    ...series('Eva'),
    dryRun: true,
  });
  expect([seriesId, entries.length]).toEqual([null, 3]);
  expect(await listed('Eva')).toHaveLength(3);
});

test('of a series of which one session cannot be, none is made', async () => {
  const wanted = series('Nobody');
  // each closes at 9:00 on its day; the one that begins at 8:00 would close after its start
  const template = { ...wanted.template, closingDate: SUNDAY, closingTime: '09:00' };
  const exceptions = [{ date: later(7), time: '08:00' }];
  const refusal = await refusalOf(
    addOfficeSeries(office(), { ...wanted, template, exceptions, dryRun: false }),
  );
  expect(refusal.code).toBe('invalid');
  expect(await listed('Nobody')).toEqual([]);
});

const term = (about: Partial<CopyTerm>): CopyTerm => ({
  fromStart: SUNDAY,
  fromEnd: later(6),
  toStart: later(30),
  locationId: null,
  skip: [],
  asDraft: true,
  ...about,
});

test('a term is copied to the same weekdays, without called-off sessions and remarks', async () => {
  const [first, off] = await Promise.all(
    ['Copied', 'Gone'].map((proctor) =>
      addOfficeSeries(office(), { ...series(proctor), endDate: SUNDAY, dryRun: false }),
    ),
  );
  await callOffSession(office(), off?.seriesId as number);
  const before = (await listed('Copied')).length;
  const { entries } = await copyTerm(office(), { ...term({ locationId: 13 }), dryRun: false });
  // the week of the 30th day after a Sunday begins 28 days after it
  expect(new Set(entries.map(({ date }) => date))).toEqual(new Set([later(28)]));
  expect(entries.every(({ placeName, made }) => placeName === 'Brooklyn' && made)).toBe(true);
  const copied = (await listed('Copied')).slice(before);
  expect(copied).toEqual([
    expect.objectContaining({
      state: 'draft',
      startsAt: instantInNewYork(later(28), '10:00'),
      seats: 12,
      taken: 0,
      closingDate: later(26),
      closingTime: '12:00',
      limitTo1Test: true,
      remark: undefined,
      seriesId: undefined,
    }),
  ]);
  expect(await listed('Gone', later(20))).toEqual([]);
  expect(first?.seriesId).not.toBeNull();
});

test('a dry run of a copy returns the sessions, and adds none', async () => {
  await addOfficeSeries(office(), { ...series('Dry'), endDate: SUNDAY, dryRun: false });
  const { entries } = await copyTerm(office(), { ...term({ toStart: later(35) }), dryRun: true });
  expect(entries.length).toBeGreaterThan(0);
  expect(await listed('Dry')).toHaveLength(1);
});

test.each<[Partial<CopyTerm>, string]>([
  [{ fromEnd: later(-1) }, 'invalid'],
  [{ toStart: later(3) }, 'invalid'],
  [{ fromEnd: later(201) }, 'range_too_long'],
  [{ locationId: 2_000_000_001 }, 'series_empty'],
])('a copy with %j is refused as %s', async (about, code) => {
  const refusal = await refusalOf(copyTerm(office(), { ...term(about), dryRun: true }));
  expect(refusal.code).toBe(code);
});

test('no more than 400 sessions are copied at once', async () => {
  await world.db.run`
    INSERT INTO session (session_type, starts_at, location_id, gender, seats, seats_left)
    SELECT '21', ${instantInNewYork(later(22), '09:00')}::timestamptz, 13, '3', 1, 1
    FROM generate_series(1, 401)`;
  const whole = term({ fromStart: later(22), fromEnd: later(22), toStart: later(31) });
  const refusal = await refusalOf(copyTerm(office(), { ...whole, dryRun: false }));
  expect(refusal.code).toBe('too_many_sessions');
});
