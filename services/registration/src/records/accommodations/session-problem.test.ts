import { expect, test } from '@jest/globals';
import type { Granted } from './exam-minutes.ts';
import { type FitFacts, sessionProblem } from './session-problem.ts';

const grants = (kind: string, percent: number | null = null): Granted => ({
  kind,
  percent,
  minutes: null,
  validFrom: '2026-01-01',
  validUntil: null,
});
/** 18:00 to 22:00 in New York: 240 minutes. */
const evening: FitFacts = {
  sessionType: '21',
  startsAt: new Date('2026-12-07T23:00:00Z'),
  durations: [120],
  takes: 'seat',
  specialLeft: 0,
  branchClosesAt: '22:00',
  roomsUntil: null,
};
const long = [grants('extra_time', 100)];
const apart = [grants('own_room')];
const at = (time: string) => new Date(`2026-12-08T${time}:00Z`);

test.each<[string, Partial<FitFacts>, Granted[], ReturnType<typeof sessionProblem>]>([
  ['a booking that is over by then', {}, long, null],
  ['one that is not', { durations: [120, 10] }, long, { kind: 'branch_closes', at: at('03:00') }],
  ['a school session', { sessionType: '22', takes: null, durations: [200] }, long, null],
  ['a room that is free', { roomsUntil: at('03:00') }, long, null],
  ['a room that is not', { roomsUntil: at('02:45') }, long, { kind: 'room_used', at: at('02:45') }],
  ['a room that nobody needs longer', { roomsUntil: at('02:45') }, [], null],
  ['no special place', {}, apart, { kind: 'no_special_place' }],
  ['a free special place', { specialLeft: 1 }, apart, null],
  ['the special place of the student', { takes: 'special' }, apart, null],
])('%s', (_what, about, granted, problem) => {
  expect(sessionProblem({ ...evening, ...about }, granted)).toEqual(problem);
});
