import { expect, test } from '@jest/globals';
import { isLateBooking, lateText } from './late-booking.tsx';

const now = new Date('2026-11-23T12:00:00Z');
const at = (proctor_fee_kept_until: string | null) => ({ proctor_fee_kept_until });
const late = at('2026-11-23T11:59:59Z');

test.each([
  { what: 'due', fee: { due: 15, isPaid: false }, says: 'the $15.00 proctor fee' },
  { what: 'paid', fee: { due: 0, isPaid: true }, says: 'the proctor fee that you paid' },
  { what: 'waived', fee: { due: 0, isPaid: false }, says: 'your prepaid proctor fee' },
])('leaving a session that begins too soon loses a fee that is $what', ({ fee, says }) => {
  expect(lateText(fee, late, now)).toBe(
    `If you change or cancel it, ${says} is lost, and another session asks for a new one.`,
  );
});

test.each([
  { what: 'that can be left in time, to the second', session: at('2026-11-23T12:00:00Z') },
  { what: 'without a known time', session: at(null) },
])('a session $what is booked without a warning', ({ session }) => {
  expect(lateText({ due: 15, isPaid: false }, session, now)).toBeNull();
});

test('a session is late from the moment at which leaving it loses the fee', () => {
  expect(
    [late, at('2026-11-23T12:00:00Z'), at(null)].map((one) => isLateBooking(one, now)),
  ).toEqual([true, false, false]);
});
