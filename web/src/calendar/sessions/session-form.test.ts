import { expect, test } from '@jest/globals';
import type { OfficeSession } from '../api.ts';
import { changeOf, emptySession, newSession, ofKind, valuesOf, withMine } from './session-form.ts';

const session: OfficeSession = {
  testSessionId: 204,
  sessionType: '21',
  state: 'open',
  date: '2026-12-09',
  testSessionTime: '09:30',
  startsAt: '2026-12-09T14:30:00Z',
  title: null,
  address: null,
  endsAt: '2026-12-09T18:00:00Z',
  locationId: 13,
  locationName: 'Brooklyn',
  schoolId: null,
  schoolName: null,
  gender: '2',
  limitTo1Test: false,
  seats: 20,
  taken: 3,
  held: 0,
  remainingSeats: 17,
  waiting: 0,
  specialPlaces: 0,
  specialTaken: 0,
  rooms: [],
  proctor: 'Ada',
  closingDate: '2026-12-08',
  closingTime: '14:00',
  seriesId: null,
  closedByStaff: false,
  remark: null,
  version: 4,
  marks: [],
  actions: ['edit'],
} as OfficeSession;

test('only what differs is sent, from the version that was seen', () => {
  const values = { ...valuesOf(session), seats: 25, proctor: ' ' };
  expect(changeOf(session, values, false)).toEqual({
    testSessionId: 204,
    version: 4,
    seats: 25,
    proctor: '',
  });
  expect(changeOf(session, valuesOf(session), false)).toEqual({ testSessionId: 204, version: 4 });
});

test('no seats at all are sent, so that it is said why that cannot be', () => {
  const change = changeOf(session, { ...valuesOf(session), seats: 0 }, false);
  expect(change).toEqual({ testSessionId: 204, version: 4, seats: 0 });
});

test('the limit of a shipped session is taken away, that of another cannot be', () => {
  const none = (sessionType: OfficeSession['sessionType']) => {
    const seen = { ...session, sessionType };
    return changeOf(seen, { ...valuesOf(seen), seats: '' }, false);
  };
  expect(none('23')).toEqual({ testSessionId: 204, version: 4, seats: null });
  expect(none('21')).toEqual({ testSessionId: 204, version: 4 });
});

test('a closing date that is taken away takes its time along', () => {
  const values = { ...valuesOf(session), closingDate: '', closingTime: '15:00' };
  expect(changeOf(session, values, false)).toEqual({
    testSessionId: 204,
    version: 4,
    closingDate: '',
  });
});

test('a new session sends what its kind has', () => {
  const values = { ...emptySession('2026-12-09'), locationId: 13, schoolId: 151, address: 'x' };
  const how = { draft: true, confirmDay: false };
  expect(newSession(values, how)).toEqual({
    sessionType: '21',
    date: '2026-12-09',
    testSessionTime: '09:30',
    locationId: 13,
    seats: 20,
    gender: '2',
    limitTo1Test: false,
    draft: true,
    confirmDay: false,
  });
  expect(newSession({ ...values, kind: '22' }, how)).toMatchObject({ schoolId: 151 });
  expect(newSession({ ...values, kind: '22' }, how)).not.toHaveProperty('seats');
  expect(newSession({ ...values, kind: '23' }, how)).toMatchObject({ address: 'x' });
});

test('changes of other staff stay, except in fields typed here', () => {
  const typed = { ...valuesOf(session), seats: 25 };
  const current = { ...session, seats: 30, proctor: 'Eva', version: 5 };
  const merged = withMine(current, session, typed);
  expect(changeOf(current, merged, false)).toEqual({ testSessionId: 204, version: 5, seats: 25 });
});

const how = { draft: false, confirmDay: false };

test('a session in rooms sends these, and no seats', () => {
  const rooms = [{ roomId: 7, places: 12, special: false }];
  const values = { ...emptySession('2026-12-09'), locationId: 13, rooms };
  const sent = newSession(values, how);
  const wanted = [{ roomId: 7, places: 12 }];
  expect(sent).toMatchObject({ rooms: wanted });
  expect(sent).not.toHaveProperty('seats');
  // seats that were typed before the room was chosen
  const change = changeOf(session, { ...valuesOf(session), seats: 30, rooms }, false);
  expect(change).toEqual({ testSessionId: 204, version: 4, rooms: wanted });
});

test('a session whose only rooms are special sends its seats beside them', () => {
  const rooms = [{ roomId: 8, places: 2, special: true }];
  const values = { ...emptySession('2026-12-09'), locationId: 13, rooms };
  const wanted = [{ roomId: 8, places: 2 }];
  expect(newSession(values, how)).toMatchObject({ rooms: wanted, seats: 20 });
  const change = changeOf(session, { ...valuesOf(session), seats: 30, rooms }, false);
  expect(change).toEqual({ testSessionId: 204, version: 4, rooms: wanted, seats: 30 });
});

test('a shipped session has no limit of seats unless one is typed', () => {
  const branch = emptySession('2026-12-09');
  const shipped = { ...branch, ...ofKind('23', branch) };
  expect(newSession(shipped, how)).not.toHaveProperty('seats');
  expect(newSession({ ...shipped, seats: 40 }, how)).toMatchObject({ seats: 40 });
  expect(ofKind('21', shipped)).toEqual({ kind: '21', seats: 20 });
});

test('days of shipping are sent of a shipped session alone', () => {
  const days = { shipDate: '2026-12-01', returnDueDate: '2026-12-20', lastDate: '2026-12-15' };
  const values = { ...emptySession('2026-12-09'), locationId: 13, ...days };
  expect(newSession({ ...values, kind: '23' }, how)).toMatchObject(days);
  for (const day of Object.keys(days)) expect(newSession(values, how)).not.toHaveProperty(day);
});
