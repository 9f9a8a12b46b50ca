import { expect, test } from '@jest/globals';
import { conflict } from '@portal/kit/errors';
import { type JoinFacts, joinRefusal } from './join-rules.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const hours = (count: number): Date => new Date(NOW.getTime() + count * 3_600_000);

const full: JoinFacts = {
  sessionType: '21',
  seats: 20,
  startsAt: hours(100),
  closesAt: null,
  isClosedByStaff: false,
  isCalledOff: false,
  hasWaitingLists: true,
  hasFreePlace: false,
  hasSuchPlaces: true,
  openOfRegistration: 2,
  openOfStudent: 9,
  isWaitingHere: false,
  isMan: false,
  byStaff: false,
  bookingRefusal: null,
};

test.each<[string, Partial<JoinFacts>, string | null]>([
  ['a full session', {}, null],
  ['a session of a school', { sessionType: '22' }, 'no_waiting_list'],
  ['a session without a limit', { seats: null }, 'no_waiting_list'],
  ['any session while the office has no lists', { hasWaitingLists: false }, 'no_waiting_list'],
  ['a session closed by staff', { isClosedByStaff: true }, 'waiting_closed'],
  ['a session that was called off', { isCalledOff: true }, 'waiting_closed'],
  ['a session four hours away', { startsAt: hours(4) }, 'waiting_closed'],
  ['a session a little more than four hours away', { startsAt: hours(4.01) }, null],
  ['a session at its closing moment', { closesAt: NOW }, 'waiting_closed'],
  [
    'a session that closes after the last four hours',
    { startsAt: hours(3), closesAt: hours(1) },
    null,
  ],
  [
    'a session that closes after the last place is offered',
    { startsAt: hours(1.5), closesAt: hours(1) },
    'waiting_closed',
  ],
  ['a session two hours away', { startsAt: hours(2), closesAt: hours(1) }, 'waiting_closed'],
  ['a little more than two hours away', { startsAt: hours(2.01), closesAt: hours(1) }, null],
  ['a man', { isMan: true }, 'call_office'],
  ['a man whom staff add', { isMan: true, byStaff: true }, null],
  ['who waits there already', { isWaitingHere: true }, 'already_waiting'],
  ['who may not sit there', { bookingRefusal: conflict('time_overlap', 'x') }, 'time_overlap'],
  ['a session with a place', { hasFreePlace: true }, 'has_places'],
  [
    'a session without a place of the kind that the student takes',
    { hasSuchPlaces: false },
    'no_room_for_accommodation',
  ],
  ['a fourth session for one exam', { openOfRegistration: 3 }, 'too_many_waiting'],
  ['an eleventh session in all', { openOfStudent: 10 }, 'too_many_waiting'],
])('joining, %s', (_, more, code) => {
  expect(joinRefusal({ ...full, ...more }, NOW)?.code ?? null).toBe(code);
});

test('a man is asked to call the office', () => {
  expect(joinRefusal({ ...full, isMan: true }, NOW)?.detail).toBe(
    'Please call the office to book this session.',
  );
});
