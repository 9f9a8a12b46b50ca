import { expect, test } from '@jest/globals';
import { isAttendanceOpen, isWalkInTime } from './door-times.ts';

const session = { startsAt: '2026-12-09T14:30:00Z', state: 'open' } as const;

test.each([
  ['a moment too early', '2026-12-09T13:29:59.999Z', false, false],
  ['an hour before', '2026-12-09T13:30:00Z', true, true],
  ['half an hour after', '2026-12-09T15:00:00Z', true, true],
  ['later than that', '2026-12-09T15:00:00.001Z', true, false],
])('%s attendance and walk-ins are open or not', (_, at, attendance, walkIns) => {
  const now = new Date(at);
  expect(isAttendanceOpen(session, now)).toBe(attendance);
  expect(isWalkInTime(session, now)).toBe(walkIns);
});

test.each(['draft', 'called_off'] as const)('admits no walk-in to a %s session', (state) => {
  expect(isWalkInTime({ ...session, state }, new Date('2026-12-09T14:30:00Z'))).toBe(false);
});
