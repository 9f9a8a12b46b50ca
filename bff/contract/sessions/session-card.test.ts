import { expect, test } from '@jest/globals';
import { sessionCard } from './session-card.ts';

const session = {
  testSessionId: 5,
  closed: false,
  durationLeft: 210,
  remainingSeats: 9,
  hasASeat: false,
};
const exam = { testSessionId: null, examDuration: 90 };

test.each([
  { case: 'with seats', change: {}, text: 'Available session', open: true },
  {
    case: 'without a limit of seats',
    change: { remainingSeats: null },
    text: 'Available session',
    open: true,
  },
  {
    case: 'with two seats left',
    change: { remainingSeats: 2 },
    text: 'Available session with 1 or 2 slots left',
    open: true,
  },
  {
    case: 'with one seat left',
    change: { remainingSeats: 1 },
    text: 'Available session with 1 or 2 slots left',
    open: true,
  },
  { case: 'without a seat left', change: { remainingSeats: 0 }, text: 'Session full', open: false },
  {
    case: 'without a seat left, where the student has one',
    change: { remainingSeats: 0, hasASeat: true },
    text: 'Available session',
    open: true,
  },
  {
    case: 'with just enough minutes',
    change: { durationLeft: 90 },
    text: 'Available session',
    open: true,
  },
  {
    case: 'with a minute too few',
    change: { durationLeft: 89, remainingSeats: 0 },
    text: 'Session booked up',
    open: false,
  },
  {
    case: 'that is closed',
    change: { closed: true, durationLeft: 0, remainingSeats: 0 },
    text: 'Registration closed',
    open: false,
  },
])('a session $case reads "$text"', ({ change, text, open }) => {
  expect(sessionCard({ ...session, ...change }, exam)).toMatchObject({ text, open });
});

test('the session booked now is the original one, even when it is closed and full', () => {
  const booked = { ...session, closed: true, remainingSeats: 0, hasASeat: true };
  expect(sessionCard(booked, { ...exam, testSessionId: 5 })).toMatchObject({
    text: 'Original Session',
    open: false,
  });
});
