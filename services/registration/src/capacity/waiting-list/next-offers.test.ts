import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inOrder, movedInLine, nextOffers } from './next-offers.ts';
import type { WaitingEntry } from './waiting-entry.ts';

const entry = (id: number, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  id,
  sessionId: 7,
  registrationId: 100 + id,
  studentId: 5000 + id,
  state: 'waiting',
  place: id,
  needsSpecial: false,
  byStaff: false,
  joinedAt: new Date(0),
  offeredAt: null,
  offerUntil: null,
  chargeBegunAt: null,
  skipped: null,
  endedAt: null,
  endedWhy: null,
  ...more,
});
const may = () => null;
const ids = (entries: readonly WaitingEntry[]): number[] => entries.map(({ id }) => id);

test('a free seat is offered to the first in line, by position', () => {
  const line = [entry(1, { place: 9 }), entry(2, { place: 4 }), entry(3, { place: 5 })];
  const { offers, left } = nextOffers(line, { seats: 1, special: 0 }, may);
  expect(ids(offers)).toEqual([2]);
  expect(left).toEqual({ seats: 0, special: 0 });
});

test('an ineligible student is passed over and the next one gets the offer', () => {
  const why = ({ id }: WaitingEntry) => (id === 1 ? 'time_overlap' : null);
  const { offers, passedOver } = nextOffers([entry(1), entry(2)], { seats: 1, special: 0 }, why);
  expect(ids(offers)).toEqual([2]);
  expect(passedOver).toMatchObject([{ entry: { id: 1 }, why: 'time_overlap' }]);
});

test('a seat that no student in line may take is free for all', () => {
  const { offers, left } = nextOffers([entry(1)], { seats: 2, special: 0 }, () => 'course_over');
  expect(offers).toEqual([]);
  expect(left).toEqual({ seats: 2, special: 0 });
});

test('a student has one open offer per session, for any exam', () => {
  const line = [
    entry(1, { state: 'offered', studentId: 5001 }),
    entry(2, { studentId: 5001 }),
    entry(3, { studentId: 5003 }),
    entry(4, { studentId: 5003 }),
  ];
  const { offers, left } = nextOffers(line, { seats: 3, special: 0 }, may);
  expect(ids(offers)).toEqual([3]);
  expect(left.seats).toBe(2);
});

test('special places go to those who need one, seats to the others, in one order', () => {
  const line = [entry(1, { needsSpecial: true }), entry(2), entry(3, { needsSpecial: true })];
  expect(ids(nextOffers(line, { seats: 1, special: 0 }, may).offers)).toEqual([2]);
  expect(ids(nextOffers(line, { seats: 0, special: 1 }, may).offers)).toEqual([1]);
  expect(ids(nextOffers(line, { seats: 1, special: 2 }, may).offers)).toEqual([1, 2, 3]);
});

test('the office moves one, and the others keep their order', () => {
  const line = [entry(1, { place: 2 }), entry(2, { place: 5 }), entry(3, { place: 6 })];
  const moved = movedInLine(line, 3, 1);
  expect(moved).toEqual([
    { id: 3, place: 2 },
    { id: 1, place: 5 },
    { id: 2, place: 6 },
  ]);
  expect(movedInLine(line, 1, 99).map(({ id }) => id)).toEqual([2, 3, 1]);
  expect(movedInLine(line, 4, 1)).toEqual([]);
});

test('offers never exceed free places, repeat a student or skip an eligible one', () => {
  const entries = fc.array(
    fc.record({
      studentId: fc.integer({ min: 1, max: 5 }),
      place: fc.integer({ min: 1, max: 30 }),
      needsSpecial: fc.boolean(),
      state: fc.constantFrom('waiting' as const, 'offered' as const, 'left' as const),
    }),
    { maxLength: 12 },
  );
  const count = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(entries, count, count, fc.integer(), (list, seats, special, seed) => {
      const line = list.map((more, index) => entry(index + 1, more));
      const why = ({ id }: WaitingEntry) => ((seed >> (id % 31)) & 1 ? 'not now' : null);
      const { offers, left } = nextOffers(line, { seats, special }, why);
      const needing = (needs: boolean) => offers.filter((one) => one.needsSpecial === needs);
      expect(needing(false).length + left.seats).toBe(seats);
      expect(needing(true).length + left.special).toBe(special);
      const students = offers.map(({ studentId }) => studentId);
      expect(new Set(students).size).toBe(students.length);
      for (const one of inOrder(line)) {
        const isFirst = one.state === 'waiting' && why(one) === null;
        const kind = one.needsSpecial ? left.special : left.seats;
        const hasOne = line.some(
          (other) =>
            other.studentId === one.studentId &&
            (other.state === 'offered' || offers.includes(other)),
        );
        if (isFirst && kind > 0) expect(hasOne).toBe(true);
      }
    }),
  );
});
