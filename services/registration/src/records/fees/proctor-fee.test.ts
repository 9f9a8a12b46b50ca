import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type FeePlace,
  inTimeUntil,
  isInTime,
  type LeaveReason,
  type PaymentState,
  type ProctorPayment,
  paymentsAfterBooking,
  paymentsAfterCallingOff,
  paymentsAfterCancel,
  paymentsAfterLeaving,
  paymentsAfterTaking,
  proctorFee,
  proctorFeeIfMoved,
  proctorFeeToBook,
  type SessionType,
} from './proctor-fee.ts';

const now = new Date('2026-03-02T15:00:00Z');
const in24Hours = new Date('2026-03-03T15:00:00Z');
const sooner = new Date('2026-03-03T14:59:59Z');
const location = { type: '21' as const, schoolCharges: false };
const online = { type: '99' as const, schoolCharges: false };
const shipped = { type: '23' as const, schoolCharges: false };
const chargingSchool = { type: '22' as const, schoolCharges: true };
const freeSchool = { type: '22' as const, schoolCharges: false };

let id = 0;
const payment = (state: PaymentState, more: Partial<ProctorPayment> = {}): ProctorPayment => {
  id++;
  return {
    id,
    state,
    cents: 1500,
    sessionId: state === 'attached' ? 7 : null,
    paymentId: id,
    ...more,
  };
};
const waiver = (state: PaymentState) => payment(state, { cents: 0, paymentId: null });

test.each([
  { who: 'who paid nothing yet', fee: 1500, payments: [], place: null, due: 1500 },
  { who: 'with a package price', fee: 500, payments: [], place: location, due: 500 },
  { who: 'who holds a payment', fee: 1500, payments: [payment('held')], place: null, due: 0 },
  {
    who: 'whose payment is attached',
    fee: 1500,
    payments: [payment('attached')],
    place: location,
    due: 0,
  },
  {
    who: 'whose payment was lost',
    fee: 500,
    payments: [payment('forfeited')],
    place: null,
    due: 500,
  },
  { who: 'whose waiver is held', fee: 0, payments: [waiver('held')], place: null, due: 0 },
  { who: 'whose waiver was lost', fee: 0, payments: [waiver('forfeited')], place: null, due: 1500 },
  { who: 'who sits online', fee: 1500, payments: [], place: online, due: 1500 },
  { who: 'in a shipped session', fee: 1500, payments: [], place: shipped, due: 0 },
  {
    who: 'in a session of a school that charges',
    fee: 1500,
    payments: [],
    place: chargingSchool,
    due: 1500,
  },
  {
    who: 'in a session of a school that does not',
    fee: 1500,
    payments: [],
    place: freeSchool,
    due: 0,
  },
  {
    who: 'whose payment was used',
    fee: 1500,
    payments: [payment('used')],
    place: location,
    due: 0,
  },
])('a student $who owes $due cents', ({ fee, payments, place, due }) => {
  expect(proctorFee({ fee, usualFee: 1500, payments }, place)).toBe(due);
});

test.each([
  {
    when: 'exactly 24 hours before',
    startsAt: in24Hours,
    payments: [payment('attached')],
    fee: 1500,
    due: 0,
  },
  { when: 'a second later', startsAt: sooner, payments: [payment('attached')], fee: 500, due: 500 },
  {
    when: 'late with a waiver',
    startsAt: sooner,
    payments: [waiver('attached')],
    fee: 0,
    due: 1500,
  },
  {
    when: 'late with a further payment',
    startsAt: sooner,
    payments: [payment('attached'), payment('held')],
    fee: 1500,
    due: 0,
  },
  {
    when: 'late with nothing attached',
    startsAt: sooner,
    payments: [payment('held')],
    fee: 1500,
    due: 0,
  },
  {
    when: 'online without a known time',
    startsAt: null,
    payments: [payment('attached')],
    fee: 1500,
    due: 0,
  },
  {
    when: 'after the start',
    startsAt: new Date('2026-03-02T14:00:00Z'),
    payments: [payment('attached')],
    fee: 1500,
    due: 1500,
  },
])('leaving a session $when makes $due cents due', ({ startsAt, payments, fee, due }) => {
  expect(proctorFeeIfMoved({ fee, usualFee: 1500, payments }, startsAt, now)).toBe(due);
});

test("a sitting after a waiver costs the usual fee of the registration's day", () => {
  const sitting = { fee: 0, usualFee: 2000, payments: [waiver('forfeited')] };
  expect(proctorFee(sitting, null)).toBe(2000);
  expect(proctorFee({ ...sitting, fee: 500 }, null)).toBe(500);
});

test('24 hours are hours, also over the night on which New York sets its clocks', () => {
  const springForward = new Date('2026-03-08T12:00:00Z');
  // 07:00, and 08:00 on the next day: 24 real hours
  const before = new Date('2026-03-07T12:00:00Z');
  expect(
    proctorFeeIfMoved(
      { fee: 1500, usualFee: 1500, payments: [payment('attached')] },
      springForward,
      before,
    ),
  ).toBe(0);
  const wallClock = new Date('2026-03-07T13:00:00Z'); // 08:00 and 08:00, but only 23 hours
  expect(
    proctorFeeIfMoved(
      { fee: 1500, usualFee: 1500, payments: [payment('attached')] },
      springForward,
      wallClock,
    ),
  ).toBe(1500);
});

test.each([
  { what: 'a first session', payments: [], to: location, leaves: null, due: 1500 },
  {
    what: 'a first session with a payment held',
    payments: [payment('held')],
    to: location,
    leaves: null,
    due: 0,
  },
  {
    what: 'another session in time',
    payments: [payment('attached')],
    to: location,
    leaves: in24Hours,
    due: 0,
  },
  {
    what: 'another session late',
    payments: [payment('attached')],
    to: location,
    leaves: sooner,
    due: 1500,
  },
  {
    what: 'another session late after paying again',
    payments: [payment('attached'), payment('held')],
    to: location,
    leaves: sooner,
    due: 0,
  },
  { what: 'a shipped session', payments: [], to: shipped, leaves: null, due: 0 },
  {
    what: 'a school session, charged only before an online start',
    payments: [],
    to: chargingSchool,
    leaves: null,
    due: 0,
  },
])('booking $what costs $due cents', ({ payments, to, leaves, due }) => {
  expect(
    proctorFeeToBook(
      { fee: 1500, usualFee: 1500, payments },
      to,
      leaves === null ? null : { startsAt: leaves },
      now,
    ),
  ).toBe(due);
});

test.each<{ reason: LeaveReason; startsAt: Date; state: PaymentState }>([
  { reason: 'student', startsAt: in24Hours, state: 'held' },
  { reason: 'student', startsAt: sooner, state: 'forfeited' },
  { reason: 1, startsAt: in24Hours, state: 'forfeited' },
  { reason: 2, startsAt: in24Hours, state: 'held' },
  { reason: 2, startsAt: sooner, state: 'forfeited' },
  { reason: 3, startsAt: sooner, state: 'held' },
  { reason: 4, startsAt: sooner, state: 'held' },
])('leaving a session for $reason leaves its payment $state', ({ reason, startsAt, state }) => {
  expect(paymentsAfterLeaving([payment('attached')], startsAt, reason, now)).toMatchObject([
    { state },
  ]);
});

test('a fee paid after booking a school session transfers like an attached one', () => {
  const left = (place: FeePlace, ...payments: ProctorPayment[]) =>
    paymentsAfterLeaving(payments, sooner, 1, now, place).map(({ id, state }) => [id, state]);
  const [attached, first, second] = [payment('attached'), payment('held'), payment('held')];
  expect(left(chargingSchool, first, second)).toEqual([[first.id, 'forfeited']]);
  expect(left(chargingSchool, attached, first)).toEqual([[attached.id, 'forfeited']]);
  expect(left(shipped, first)).toEqual([]);
  expect(paymentsAfterLeaving([first], in24Hours, 2, now, chargingSchool)).toMatchObject([
    { id: first.id, state: 'held' },
  ]);
});

test.each([
  { refunds: false, payments: [payment('attached')], states: ['held'], refunded: 0 },
  { refunds: true, payments: [payment('attached')], states: ['refunded'], refunded: 1 },
  { refunds: true, payments: [waiver('attached')], states: ['held'], refunded: 0 },
  {
    refunds: true,
    payments: [payment('attached'), payment('held'), payment('forfeited')],
    states: ['refunded'],
    refunded: 1,
  },
  {
    refunds: true,
    payments: [payment('held')],
    place: chargingSchool,
    states: ['refunded'],
    refunded: 1,
  },
  { refunds: true, payments: [payment('held')], place: freeSchool, states: [], refunded: 0 },
])(
  'a session called off, its fees refunded: $refunds, leaves its payments $states',
  ({ refunds, payments, place = location, states, refunded }) => {
    const { changes, refund } = paymentsAfterCallingOff(payments, place, refunds);
    expect(changes.map(({ state }) => state)).toEqual(states);
    expect(refund).toHaveLength(refunded);
  },
);

test('a payment moves along when a session is changed in time', () => {
  const attached = payment('attached');
  expect(
    paymentsAfterBooking([attached], { ...location, sessionId: 8 }, { startsAt: in24Hours }, now),
  ).toEqual([{ id: attached.id, state: 'attached', sessionId: 8 }]);
});

test('a late change loses the first payment and attaches the further one', () => {
  const [attached, further] = [payment('attached'), payment('held')];
  expect(
    paymentsAfterBooking(
      [attached, further],
      { ...location, sessionId: 8 },
      { startsAt: sooner },
      now,
    ),
  ).toEqual([
    { id: attached.id, state: 'forfeited', sessionId: 7 },
    { id: further.id, state: 'attached', sessionId: 8 },
  ]);
});

test('a session without a fee leaves the payment held', () => {
  const attached = payment('attached');
  expect(
    paymentsAfterBooking([attached], { ...shipped, sessionId: 8 }, { startsAt: in24Hours }, now),
  ).toEqual([{ id: attached.id, state: 'held', sessionId: null }]);
});

test.each([
  { who: 'a student', isSchoolSession: false, byStaff: false, states: ['gone'], refunds: 0 },
  {
    who: 'a student whose session was moved',
    isSchoolSession: false,
    byStaff: false,
    leavesFree: true,
    states: ['refunded'],
    refunds: 1,
  },
  {
    who: 'staff in a school session',
    isSchoolSession: true,
    byStaff: true,
    states: ['refunded'],
    refunds: 1,
  },
  {
    who: 'staff at a location',
    isSchoolSession: false,
    byStaff: true,
    states: ['gone'],
    refunds: 0,
  },
])(
  'an exam cancelled by $who leaves its payment $states',
  ({ isSchoolSession, byStaff, leavesFree = false, states, refunds }) => {
    const after = paymentsAfterCancel([payment('forfeited'), payment('attached')], {
      isSchoolSession,
      byStaff,
      leavesFree,
    });
    expect(after.changes.map(({ state }) => state)).toEqual(states);
    expect(after.refund).toHaveLength(refunds);
  },
);

test('a surplus payment is refunded with the cancelled exam, a waiver never', () => {
  const [attached, further, waived] = [payment('attached'), payment('held'), waiver('held')];
  const { changes, refund } = paymentsAfterCancel([waived, further, attached], {
    isSchoolSession: false,
    byStaff: false,
    leavesFree: false,
  });
  expect(refund).toEqual([further.paymentId]);
  expect(changes.map(({ id: of, state }) => [of, state])).toEqual([
    [attached.id, 'gone'],
    [further.id, 'refunded'],
    [waived.id, 'gone'],
  ]);
});

test('papers of a charging school session use the late payment, refund a second', () => {
  const [first, second] = [payment('held'), payment('held')];
  const charging = { type: '22', schoolCharges: true } as const;
  expect(paymentsAfterTaking([first, second], charging)).toEqual({
    changes: [
      { id: first.id, state: 'used', sessionId: null },
      { id: second.id, state: 'refunded', sessionId: null },
    ],
    refund: [second.paymentId],
  });
  expect(paymentsAfterTaking([first], { ...charging, schoolCharges: false }).refund).toEqual([
    first.paymentId,
  ]);
  expect(paymentsAfterTaking([payment('attached'), first], charging).refund).toEqual([
    first.paymentId,
  ]);
  expect(paymentsAfterTaking([payment('used'), first], charging).refund).toEqual([first.paymentId]);
});

const states = fc.constantFrom<PaymentState>(
  'held',
  'attached',
  'used',
  'forfeited',
  'refunded',
  'gone',
);
const somePayments = fc
  .array(fc.record({ state: states, isWaiver: fc.boolean() }), { maxLength: 5 })
  .map((list) =>
    list
      .filter(
        ({ state }, index) =>
          state !== 'attached' || list.findIndex((one) => one.state === 'attached') === index,
      )
      .map(({ state, isWaiver }) => (isWaiver ? waiver(state) : payment(state))),
  );
const someFee = fc.constantFrom(0, 500, 1500);
const somePlace = fc.record({
  type: fc.constantFrom<SessionType>('21', '22', '23', '99'),
  schoolCharges: fc.boolean(),
});
const someStart = fc.option(
  fc.integer({ min: -72, max: 72 }).map((hours) => new Date(now.getTime() + hours * 3_600_000)),
);

test('at most one fee is due, and none of a student with a held payment', () => {
  fc.assert(
    fc.property(someFee, somePayments, somePlace, someStart, (fee, payments, to, startsAt) => {
      const due = proctorFeeToBook(
        { fee, usualFee: 1500, payments },
        to,
        startsAt && { startsAt },
        now,
      );
      expect([0, fee > 0 ? fee : 1500]).toContain(due);
      if (payments.some(({ state }) => state === 'held')) expect(due).toBe(0);
    }),
  );
});

test('after a paid booking at most one payment is attached, and nothing is due', () => {
  fc.assert(
    fc.property(someFee, somePayments, somePlace, someStart, (fee, payments, to, startsAt) => {
      const leaves = startsAt && { startsAt };
      fc.pre(
        to.type !== '22' &&
          proctorFeeToBook({ fee, usualFee: 1500, payments }, to, leaves, now) === 0,
      );
      const changes = new Map(
        paymentsAfterBooking(payments, { ...to, sessionId: 8 }, leaves, now).map((change) => [
          change.id,
          change,
        ]),
      );
      const after = payments.map((one) => ({ ...one, ...changes.get(one.id) }));
      expect(proctorFee({ fee, usualFee: 1500, payments: after }, to)).toBe(0);
      expect(after.filter(({ state }) => state === 'attached').length).toBeLessThanOrEqual(1);
    }),
  );
});

const about = { isSchoolSession: fc.boolean(), byStaff: fc.boolean(), leavesFree: fc.boolean() };

test('a cancel settles all live payments, and refunds only paid ones', () => {
  fc.assert(
    fc.property(somePayments, fc.record(about), (payments, cancel) => {
      const { changes, refund } = paymentsAfterCancel(payments, cancel);
      const live = payments.filter(({ state }) => state === 'held' || state === 'attached');
      expect(changes.map((change) => change.id).sort()).toEqual(live.map((one) => one.id).sort());
      expect(refund.every((paymentId) => live.some((one) => one.paymentId === paymentId))).toBe(
        true,
      );
    }),
  );
});

test('the last moment in time is to the millisecond the one that the rule keeps the fee by', () => {
  const startsAt = new Date('2026-03-08T18:00:00Z'); // the clocks of New York change that night
  const last = inTimeUntil(startsAt) as Date;
  expect([isInTime(startsAt, last), isInTime(startsAt, new Date(last.getTime() + 1))]).toEqual([
    true,
    false,
  ]);
  expect(inTimeUntil(null)).toBeNull();
});
