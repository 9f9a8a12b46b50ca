import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { show } from '../../shared/testing.tsx';
import { aRegistered, aSessionOf } from '../testing.ts';
import { daysUntilText, findNext, toBring } from './find-next.ts';
import { NextExam } from './next-exam.tsx';

afterEach(cleanup);

const booked = (id: number, testSessionId: number, more = {}) =>
  aRegistered({
    id,
    registration_id: 9000 + id,
    subject: `Exam ${id}`,
    status: 'scheduled',
    sessionType: '21',
    testSessionId,
    ...more,
  });
const session = (testSessionId: number, date: string, testSessionTime = '09:30') =>
  aSessionOf({ testSessionId, date, testSessionTime });

describe('the next exam', () => {
  test('is the booked one whose session comes first, by day and hour', () => {
    const exams = [booked(1, 11), booked(2, 12), booked(3, 13)];
    const sessions = [
      session(11, '2026-12-02'),
      session(12, '2026-12-01', '15:00'),
      session(13, '2026-12-01', '09:00'),
    ];
    expect(findNext(exams, sessions, '2026-11-30')?.exam.id).toBe(3);
  });

  test('is none that is over, taken, online or whose session is not known', () => {
    const sessions = [session(11, '2026-11-29'), session(12, '2026-12-01')];
    const exams = [
      booked(1, 11),
      booked(2, 12, { status: 'taken' }),
      booked(3, 12, { sessionType: '99' }),
      booked(4, 14),
    ];
    expect(findNext(exams, sessions, '2026-11-30')).toBeNull();
  });

  test.each([
    { day: '2026-11-30', text: 'today' },
    { day: '2026-12-01', text: 'tomorrow' },
    { day: '2026-12-12', text: 'in 12 days' },
  ])('on $day is $text', ({ day, text }) => {
    expect(daysUntilText(day, '2026-11-30')).toBe(text);
  });

  test('asks for the fee of the proctor only where papers are shipped', () => {
    expect(toBring({ sessionType: '23' })).toContain('$25.00 to pay the proctor');
    expect(toBring({ sessionType: '21' }).join()).not.toContain('$');
  });

  test('is shown on the page with its place, and renders nothing without one', () => {
    show(<NextExam exams={[booked(1, 11)]} sessions={[session(11, '2099-07-10')]} />);
    expect(screen.getByRole('region', { name: /^Your next exam is in \d+ days$/ })).toBeTruthy();
    screen.getByText('Exam 1');
    screen.getByText('Bring your photo ID.');
    cleanup();
    show(<NextExam exams={[]} sessions={[]} />);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
