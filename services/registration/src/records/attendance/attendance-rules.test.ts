import { describe, expect, test } from '@jest/globals';
import type { RegistrationStatus } from '../registrations/state/registration-state.ts';
import {
  type Attendance,
  attendanceRefusal,
  type Marking,
  markingRefusal,
  noShowRefusal,
  type SessionTimes,
} from './attendance-rules.ts';

const at = (instant: string) => new Date(instant);
const session = (startsAt: string, lastDate: string | null = null): SessionTimes => ({
  startsAt: at(startsAt),
  lastDate,
});
const NOVEMBER = session('2026-11-10T14:30:00Z'); // 9:30 AM, New York

describe('attendance is taken from 60 minutes before the start to 7 days after it', () => {
  test.each<[string, SessionTimes, string, string | null]>([
    ['a second too early', NOVEMBER, '2026-11-10T13:29:59.999Z', 'too_early'],
    ['at 60 minutes', NOVEMBER, '2026-11-10T13:30:00Z', null],
    ['at 11:59 PM of the seventh day', NOVEMBER, '2026-11-18T04:59:59Z', null],
    ['at midnight after it', NOVEMBER, '2026-11-18T05:00:00Z', 'too_late'],
    // in these seven days the clocks are set back on 1 November
    ['over the end of summer time', session('2026-10-28T13:30:00Z'), '2026-11-05T04:59:59Z', null],
    ['and not longer', session('2026-10-28T13:30:00Z'), '2026-11-05T05:00:00Z', 'too_late'],
    // and forward on 8 March
    ['over its begin', session('2026-03-04T14:30:00Z'), '2026-03-12T03:59:59Z', null],
    ['and not longer then', session('2026-03-04T14:30:00Z'), '2026-03-12T04:00:00Z', 'too_late'],
    [
      'after days of exams',
      session('2026-11-10T14:30:00Z', '2026-11-12'),
      '2026-11-20T04:00:00Z',
      null,
    ],
    [
      'a last date before the start',
      session('2026-11-10T14:30:00Z', '2026-11-01'),
      '2026-11-18T05:00:00Z',
      'too_late',
    ],
    [
      'a last date before the start, to the end of the seventh day',
      session('2026-11-10T14:30:00Z', '2026-11-01'),
      '2026-11-18T04:59:59Z',
      null,
    ],
    // an evening in New York is the next day in UTC
    ['of an evening', session('2026-11-11T02:30:00Z'), '2026-11-18T05:00:00Z', 'too_late'],
  ])('%s', (_name, times, now, code) => {
    expect(attendanceRefusal(times, at(now))?.code ?? null).toBe(code);
  });

  test('a late attendance is refused with the last day', () => {
    expect(attendanceRefusal(NOVEMBER, at('2026-12-01T00:00:00Z'))?.detail).toBe(
      'Attendance closed on 11/17/2026.',
    );
  });
});

describe('the possible attendance of a student', () => {
  const now = at('2026-11-10T16:00:00Z');
  const refusal = (marking: Partial<Marking>, statuses: RegistrationStatus[] = ['scheduled']) =>
    markingRefusal(
      { attendance: 'arrived', at: null, ...marking },
      { name: 'Rivka Adler', statuses },
      NOVEMBER,
      now,
    );
  test.each<[Attendance, RegistrationStatus[], string | null]>([
    ['absent', ['scheduled'], null],
    ['absent', ['online_started'], null],
    ['absent', ['scheduled', 'taken'], 'exam_taken'],
    ['absent', ['graded'], 'exam_taken'],
    ['expected', ['taken'], null],
    ['arrived', ['graded'], null],
    ['left_early', ['taken'], null],
  ])('%s of %j', (attendance, statuses, code) => {
    expect(refusal({ attendance }, statuses)?.code ?? null).toBe(code);
  });
  test('the student is named', () => {
    expect(refusal({ attendance: 'absent' }, ['taken'])?.detail).toBe(
      'The exam of Rivka Adler has been handed in.',
    );
  });
  test.each<[string, Attendance, string, boolean]>([
    ['while it is taken', 'left_early', '2026-11-10T15:00:00Z', true],
    ['now', 'left_early', '2026-11-10T16:00:00Z', true],
    ['in the future', 'left_early', '2026-11-10T16:00:01Z', false],
    ['as it opens', 'left_early', '2026-11-10T13:30:00Z', true],
    ['before it opens', 'left_early', '2026-11-10T13:29:59Z', false],
    ['of who did not leave early', 'arrived', '2026-11-10T15:00:00Z', false],
  ])('a time %s', (_name, attendance, time, isFine) => {
    const errors = [{ path: 'at', message: 'Time invalid' }];
    expect(refusal({ attendance, at: at(time) })?.extra ?? null).toEqual(
      isFine ? null : { errors },
    );
  });
});

test.each<[number | undefined, Attendance | undefined, boolean]>([
  [1, 'arrived', true],
  [1, 'left_early', true],
  [1, 'absent', false],
  [1, 'expected', false],
  [1, undefined, false],
  [2, 'arrived', false],
  [undefined, 'arrived', false],
])('reason %s for a student who is %s is refused: %s', (reason, attendance, isRefused) => {
  expect(noShowRefusal(reason, attendance)?.code).toBe(isRefused ? 'was_present' : undefined);
});
