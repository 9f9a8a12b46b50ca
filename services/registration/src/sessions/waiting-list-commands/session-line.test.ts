import { expect, test } from '@jest/globals';
import type { WaitingView } from '../../capacity/waiting-list/waiting-view.ts';
import type { Session } from '../../records/sessions/session-row.ts';
import { type LineReader, sessionLine } from './session-line.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const hours = (count: number): Date => new Date(NOW.getTime() + count * 3_600_000);

const full = {
  id: 7,
  sessionType: '21',
  seatsLeft: 0,
  hasPlaces: true,
  hasASeat: false,
  startsAt: hours(100),
  closed: false,
  calledOff: false,
} as Session;
const woman: LineReader = { isMan: false, byStaff: false, hasWaitingLists: true };
const own = (more: Partial<WaitingView>) =>
  ({ sessionId: 7, position: null, ...more }) as WaitingView;

test.each<[string, Partial<Session>, Partial<LineReader>, boolean]>([
  ['a full session', {}, {}, true],
  ['one with a place', { seatsLeft: 1 }, {}, false],
  ['one in which she sits', { hasASeat: true }, {}, false],
  ['one without a place of the kind that she takes', { hasPlaces: false }, {}, false],
  ['one without a limit', { seatsLeft: undefined }, {}, false],
  ['a shipped session', { sessionType: '23' }, {}, false],
  ['one that is closed', { closed: true }, {}, false],
  ['one four hours away', { startsAt: hours(4) }, {}, false],
  [
    'one with a closing day, three hours away',
    { startsAt: hours(3), closingDate: '2026-03-02' },
    {},
    true,
  ],
  [
    'one with a closing day, an hour and a half away',
    { startsAt: hours(1.5), closingDate: '2026-03-02' },
    {},
    false,
  ],
  ['any while there are no lists', {}, { hasWaitingLists: false }, false],
  ['one for a man', {}, { isMan: true }, false],
  ['one for a man whom staff add', {}, { isMan: true, byStaff: true }, true],
])('can be waited for: %s', (_, session, reader, canJoin) => {
  const line = sessionLine({ ...full, ...session }, [], { ...woman, ...reader }, NOW);
  expect(line).toEqual({ canJoin, position: undefined, offerUntil: undefined });
});

test('the better place of two waiting exams is shown, for others none', () => {
  const entries = [own({ position: 4 }), own({ position: 2 }), own({ sessionId: 8, position: 1 })];
  expect(sessionLine(full, entries, woman, NOW).position).toBe(2);
});

test('an open offer is shown with its end', () => {
  const offer = own({ state: 'offered', offerUntil: hours(20) });
  expect(sessionLine(full, [offer], woman, NOW).offerUntil).toEqual(hours(20));
});
