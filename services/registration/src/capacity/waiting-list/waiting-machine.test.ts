import { expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import { WAITING_STATES, type WaitingEntry } from './waiting-entry.ts';
import { changeWaiting, expiresAt, type WaitingEvent } from './waiting-machine.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);
const SESSION = { startsAt: minutes(48 * 60) };

const waiting: WaitingEntry = {
  id: 1,
  sessionId: 7,
  registrationId: 11,
  studentId: 5001,
  state: 'waiting',
  place: 3,
  needsSpecial: false,
  byStaff: false,
  joinedAt: minutes(-600),
  offeredAt: null,
  offerUntil: null,
  chargeBegunAt: null,
  skipped: null,
  endedAt: null,
  endedWhy: null,
};
const offered: WaitingEntry = {
  ...waiting,
  state: 'offered',
  offeredAt: minutes(-60),
  offerUntil: minutes(30),
};
const paying = { chargeBegunAt: minutes(-8) } as const;

/** An entry in each state, and where it matters in each kind of one. */
const STATES = {
  waiting,
  offered,
  'offered, its time over': { ...offered, offerUntil: minutes(0) },
  'offered, its time over, paying': { ...offered, offerUntil: minutes(-5), ...paying },
  'offered, time to pay over': { ...offered, offerUntil: minutes(-10), ...paying },
  accepted: { ...waiting, state: 'accepted' },
  declined: { ...waiting, state: 'declined' },
  expired: { ...waiting, state: 'expired' },
  left: { ...waiting, state: 'left' },
  removed: { ...waiting, state: 'removed' },
  ended: { ...waiting, state: 'ended', endedWhy: 'called_off' },
} as const satisfies Record<string, WaitingEntry>;
type State = keyof typeof STATES;

const EVENTS = {
  offered: { type: 'offered', until: minutes(24 * 60) },
  passed_over: { type: 'passed_over', why: 'time_overlap' },
  charge_begun: { type: 'charge_begun' },
  accepted: { type: 'accepted' },
  declined: { type: 'declined' },
  expired: { type: 'expired' },
  session_moved: { type: 'session_moved' },
  left: { type: 'left' },
  removed: { type: 'removed' },
  ended: { type: 'ended', why: 'booked' },
} as const satisfies Record<WaitingEvent['type'], WaitingEvent>;

const open = ['offered', 'offered, its time over, paying'] as const;
const over = ['offered, its time over', 'offered, time to pay over'] as const;
const atEnd = ['accepted', 'declined', 'left', 'removed', 'ended'] as const;
const allOffered = [...open, ...over] as const;

/** The state that an event leads to, `+` where it frees the seat; or the code of its refusal. */
const EXPECTED: Record<WaitingEvent['type'], Record<string, readonly State[]>> = {
  offered: {
    offered: ['waiting'],
    no_free_seat: allOffered,
    already_ended: [...atEnd, 'expired'],
  },
  passed_over: { waiting: ['waiting'], already_ended: [...allOffered, ...atEnd, 'expired'] },
  charge_begun: {
    offered: ['offered'],
    no_offer: ['waiting'],
    offer_over: ['offered, its time over, paying', ...over, 'expired'],
    already_ended: atEnd,
  },
  accepted: {
    accepted: open,
    no_offer: ['waiting'],
    offer_over: [...over, 'expired'],
    already_ended: atEnd,
  },
  declined: {
    'declined+': open,
    no_offer: ['waiting'],
    offer_over: [...over, 'expired'],
    already_ended: atEnd,
  },
  expired: {
    'expired+': over,
    no_offer: open,
    already_ended: ['waiting', ...atEnd, 'expired'],
  },
  session_moved: {
    waiting: ['waiting'],
    'waiting+': allOffered,
    already_ended: [...atEnd, 'expired'],
  },
  left: { left: ['waiting'], 'left+': allOffered, already_ended: [...atEnd, 'expired'] },
  removed: { removed: ['waiting'], 'removed+': allOffered, already_ended: [...atEnd, 'expired'] },
  ended: { ended: ['waiting'], 'ended+': allOffered, already_ended: [...atEnd, 'expired'] },
};

const cases = Object.entries(EXPECTED).flatMap(([event, outcomes]) =>
  Object.entries(outcomes).flatMap(([outcome, states]) =>
    states.map((state) => [event, state, outcome] as [WaitingEvent['type'], State, string]),
  ),
);

test('every event is tried in every state, once', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(EVENTS));
  expect(new Set(Object.values(STATES).map(({ state }) => state))).toEqual(new Set(WAITING_STATES));
  for (const event of Object.keys(EVENTS)) {
    const tried = cases.filter(([one]) => one === event).map(([, state]) => state);
    expect(tried.sort()).toEqual(Object.keys(STATES).sort());
  }
});

test.each(cases)('%s, when %s: %s', (event, state, outcome) => {
  const entry = STATES[state];
  const change = changeWaiting(entry, EVENTS[event], { ...SESSION, now: NOW });
  const seen =
    change instanceof DomainError
      ? change.code
      : `${change.set.state ?? entry.state}${change.freesSeat ? '+' : ''}`;
  expect(seen).toBe(outcome);
});

test('an offer that ends clears its fields', () => {
  const change = changeWaiting(offered, EVENTS.declined, { ...SESSION, now: NOW });
  expect(change).toEqual({
    set: {
      state: 'declined',
      offeredAt: null,
      offerUntil: null,
      chargeBegunAt: null,
      endedAt: NOW,
      endedWhy: null,
    },
    freesSeat: true,
  });
});

test('no offer can be accepted in the last two hours before the session', () => {
  const late = { ...offered, offerUntil: minutes(90) };
  const near = { startsAt: minutes(120), now: NOW };
  expect(changeWaiting(late, EVENTS.accepted, near)).toMatchObject({ code: 'offer_over' });
  expect(
    changeWaiting(late, EVENTS.accepted, { startsAt: minutes(120.1), now: NOW }),
  ).toMatchObject({ set: { state: 'accepted' } });
});

test('an offer that would end at once, or too late, is not made', () => {
  const at = { ...SESSION, now: NOW };
  const until = (moment: Date): WaitingEvent => ({ type: 'offered', until: moment });
  expect(changeWaiting(waiting, until(NOW), at)).toMatchObject({ code: 'waiting_closed' });
  expect(changeWaiting(waiting, until(minutes(46 * 60 + 1)), at)).toMatchObject({
    code: 'waiting_closed',
  });
  expect(changeWaiting(waiting, until(minutes(46 * 60)), at)).toMatchObject({
    set: { state: 'offered', offerUntil: minutes(46 * 60) },
  });
});

test('a second charge after the end of the offer gets no more time', () => {
  const again = STATES['offered, its time over, paying'];
  for (const offerUntil of [again.offerUntil, NOW])
    expect(
      changeWaiting({ ...again, offerUntil }, EVENTS.charge_begun, { ...SESSION, now: NOW }),
    ).toMatchObject({ code: 'offer_over' });
});

test('the time for a charge counts from the first one', () => {
  const begin = (entry: WaitingEntry) =>
    changeWaiting(entry, EVENTS.charge_begun, { ...SESSION, now: NOW });
  expect(begin(offered)).toEqual({ set: { chargeBegunAt: NOW }, freesSeat: false });
  expect(begin({ ...offered, chargeBegunAt: minutes(-8) })).toEqual({
    set: { chargeBegunAt: minutes(-8) },
    freesSeat: false,
  });
});

test('an entry that an offer goes past keeps why', () => {
  expect(changeWaiting(waiting, EVENTS.passed_over, { ...SESSION, now: NOW })).toEqual({
    set: { skipped: 'time_overlap' },
    freesSeat: false,
  });
});

test('an offer can expire at its end, or ten minutes later while it is paid', () => {
  const open = { ...offered, offerUntil: minutes(30) };
  expect(expiresAt(open, SESSION.startsAt)).toEqual(minutes(30));
  expect(expiresAt({ ...open, ...paying }, SESSION.startsAt)).toEqual(minutes(40));
});
