import { expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import { getOfficeSessions } from '@portal/contract/sessions/office-sessions';
import { getSessionDay } from '@portal/contract/sessions/session-day';
import { steadyNow } from '@portal/kit/steady-clock';
import { until } from '../../../portal/until.ts';
import { signedInStaff } from '../../people/staff.ts';

const daysFromToday = (days: number): string =>
  Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days }).toString();

test('has a session at Brooklyn with six students in different states', async () => {
  const admin = await signedInStaff('ROLE_ADMIN');
  // a run that begins before midnight in New York may arrive here after it
  const { sessions } = await admin.do(getOfficeSessions, {
    from: daysFromToday(-1),
    to: daysFromToday(1),
    locationId: 13,
    view: 'list',
    pageSize: 200,
  });
  const days = await Promise.all(
    sessions
      .filter(({ rooms }) => rooms.some(({ name }) => name === 'Room 2'))
      .map(({ testSessionId }) => admin.do(getSessionDay, { testSessionId })),
  );
  const found = days.find(({ rows }) => rows.some(({ studentId }) => studentId === 2120));
  const testSessionId = found?.session.testSessionId ?? 0;
  // events bring accommodations and bars
  const { rows, counts } = await until(
    () => admin.do(getSessionDay, { testSessionId }),
    (day) => day.rows.some(({ barred }) => barred),
  );
  expect(counts).toEqual({ expected: 5, arrived: 1, absent: 0, left_early: 0 });
  expect(rows.filter(({ barred }) => barred)).toHaveLength(1);
  expect(
    rows.filter(({ registrations }) => registrations.some(({ feesDue }) => feesDue === 50)),
  ).toHaveLength(1);
  const granted = rows.filter(({ accommodations }) => accommodations.length > 0);
  expect(granted).toMatchObject([{ accommodations: ['50 % extra time', 'own room'] }]);
});
