import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { newYorkDay } from '@portal/contract/days';
import { addOfficeSeries, copyTerm } from '@portal/contract/sessions/office-series';
import { getOfficeSessions } from '@portal/contract/sessions/office-sessions';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Person } from '../../../portal-user/person.ts';
import { BRANCH } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

/** The first Sunday of a February in two years: no holidays, no sessions of other tests. */
const SUNDAY = (() => {
  const { year } = Temporal.PlainDate.from(newYorkDay(steadyNow()));
  const first = new Temporal.PlainDate(year + 2, 2, 1);
  return first.add({ days: (7 - first.dayOfWeek) % 7 }).toString();
})();
const later = (days: number): string => Temporal.PlainDate.from(SUNDAY).add({ days }).toString();

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

const series = (proctor: string): CallInput<typeof addOfficeSeries> => ({
  template: {
    sessionType: '21',
    testSessionTime: '10:00',
    locationId: BRANCH,
    gender: '3',
    seats: 12,
    proctor,
    draft: false,
  },
  startDate: SUNDAY,
  endDate: later(21),
  weekdays: [6, 7],
  everyWeeks: 1,
  skip: [],
  exceptions: [
    { date: later(7), action: 'skip' },
    { date: later(14), action: 'time', testSessionTime: '18:00' },
  ],
});
const add = (about: Partial<CallInput<typeof addOfficeSeries>> = {}, proctor = 'Ada') =>
  admin.ask(addOfficeSeries, { ...series(proctor), ...about }, randomUUID());
const listed = async (proctor: string) => {
  const input = { from: SUNDAY, to: later(60), proctor };
  return getOfficeSessions.answer.parse((await admin.ask(getOfficeSessions, input)).body).sessions;
};

describe('addOfficeSeries', () => {
  test('omits Sabbaths and days excluded by hand, and marks them', async () => {
    const proctor = randomUUID();
    const dry = await add({ dryRun: true }, proctor);
    expect(await listed(proctor)).toEqual([]);
    const { seriesId, sessions } = addOfficeSeries.answer.parse((await add({}, proctor)).body);
    const days = sessions.map((one) => [one.date, one.testSessionTime, one.leftOut]);
    expect(days).toEqual([
      [SUNDAY, '10:00', null],
      [later(6), '10:00', 'Shabbat'],
      [later(7), '10:00', 'Left out by hand'],
      [later(13), '10:00', 'Shabbat'],
      [later(14), '18:00', null],
      [later(20), '10:00', 'Shabbat'],
      [later(21), '10:00', null],
    ]);
    expect(addOfficeSeries.answer.parse(dry.body)).toEqual({ seriesId: null, sessions });
    const made = await listed(proctor);
    expect(made.map((one) => [one.date, one.testSessionTime, one.seriesId])).toEqual([
      [SUNDAY, '10:00', seriesId],
      [later(14), '18:00', seriesId],
      [later(21), '10:00', seriesId],
    ]);
  });

  test('refuses a series without days', async () => {
    expect(refusal(await add({ weekdays: [6] }))).toMatchObject({
      status: 422,
      code: 'series_empty',
    });
  });
});

describe('copyTerm', () => {
  const term = (about: Partial<CallInput<typeof copyTerm>> = {}) => ({
    fromStart: SUNDAY,
    fromEnd: later(6),
    toStart: later(28),
    locationId: BRANCH,
    skip: [],
    asDraft: true,
    ...about,
  });

  test('creates drafts of a term a number of weeks later', async () => {
    const proctor = randomUUID();
    await add({ endDate: SUNDAY }, proctor);
    const { body } = await admin.ask(copyTerm, term(), randomUUID());
    const { sessions } = copyTerm.answer.parse(body);
    expect(sessions).toContainEqual(
      expect.objectContaining({ date: later(28), testSessionTime: '10:00', made: true }),
    );
    expect((await listed(proctor)).map(({ date, state }) => [date, state])).toEqual([
      [SUNDAY, 'open'],
      [later(28), 'draft'],
    ]);
  });

  test('refuses a term of more than 200 days', async () => {
    const answer = await admin.ask(copyTerm, term({ fromEnd: later(201) }), randomUUID());
    expect(refusal(answer)).toMatchObject({ status: 422, code: 'range_too_long' });
  });
});
