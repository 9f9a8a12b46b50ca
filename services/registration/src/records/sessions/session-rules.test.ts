import { expect, test } from '@jest/globals';
import { countsPlaces, type SessionState, sessionFull, takingRefusal } from './session-rules.ts';

const OPEN: SessionState = {
  calledOffAt: null,
  deletedAt: null,
  draft: false,
  closedByStaff: false,
};
const SOME_DAY = new Date('2026-09-16T12:00:00Z');

test.each<{ is: string; more?: Partial<SessionState>; code: string | undefined }>([
  { is: 'open', code: undefined },
  { is: 'a draft', more: { draft: true }, code: 'session_not_found' },
  { is: 'deleted', more: { deletedAt: SOME_DAY }, code: 'session_not_found' },
  { is: 'called off', more: { calledOffAt: SOME_DAY }, code: 'session_called_off' },
])('a session that is $is refuses a place with $code to all', ({ more, code }) => {
  for (const byStaff of [false, true])
    expect(takingRefusal({ ...OPEN, ...more }, byStaff)?.code).toBe(code);
});

test('a session that is not there is not found', () => {
  expect(takingRefusal(undefined, true)?.code).toBe('session_not_found');
});

test('a session that staff closed takes only those whom staff book', () => {
  const closed = { ...OPEN, closedByStaff: true };
  expect(takingRefusal(closed, false)).toMatchObject({
    code: 'session_closed',
    detail: 'Registration closed',
  });
  expect(takingRefusal(closed, true)).toBeNull();
});

test('sessions at branches and shipped ones count places', () => {
  const types = ['21', '22', '23', '99'] as const;
  expect(types.filter(countsPlaces)).toEqual(['21', '23']);
});

test('a full session says that no seat is left', () => {
  expect(sessionFull().extra).toEqual({ seatsLeft: 0 });
});
