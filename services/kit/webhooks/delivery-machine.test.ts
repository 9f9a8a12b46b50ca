import { expect, test } from '@jest/globals';
import {
  DELIVERY_STATES,
  type DeliveryEvent,
  type DeliveryState,
  deliveryAfter,
  whySwitchedOff,
} from './delivery-machine.ts';

const refused = { kind: 'refused', retryAfterMs: null, chance: 0, isOff: false } as const;
const events: DeliveryEvent[] = [
  { kind: 'taken up' },
  { kind: 'accepted' },
  refused,
  { kind: 'switched off' },
  { kind: 'sent again' },
];

/** The table of office.md 5.5; all other transitions are forbidden. */
const table: Partial<Record<string, DeliveryState>> = {
  'queued, taken up': 'sending',
  'queued, switched off': 'dropped',
  'sending, accepted': 'delivered',
  'sending, refused': 'queued',
  'delivered, sent again': 'queued',
  'failed, sent again': 'queued',
};
const cases = DELIVERY_STATES.flatMap((state) =>
  events.map((event) => ({
    state,
    event,
    kind: event.kind,
    to: table[`${state}, ${event.kind}`] ?? null,
  })),
);

test.each(cases)('of a delivery that is $state and $kind comes $to', ({ state, event, to }) => {
  expect(deliveryAfter({ state, tries: 1 }, event)?.state ?? null).toBe(to);
});

test('eight tries are made, then it has failed', () => {
  let row: { state: DeliveryState; tries: number } = { state: 'queued', tries: 0 };
  const pauses: (number | null)[] = [];
  for (let tried = 1; tried <= 8; tried++) {
    const sending = deliveryAfter(row, { kind: 'taken up' });
    if (!sending) throw new Error(`no try ${tried}`);
    expect(sending).toMatchObject({ state: 'sending', tries: tried });
    const next = deliveryAfter(sending, refused);
    if (!next) throw new Error(`no end of try ${tried}`);
    pauses.push(next.tryInMs);
    row = next;
  }
  expect(row.state).toBe('failed');
  expect(pauses.map((ms) => ms && ms / 1000)).toEqual([
    5,
    300,
    1800,
    7200,
    18_000,
    36_000,
    36_000,
    null,
  ]);
});

test('a repeated delivery has all its tries again', () => {
  expect(deliveryAfter({ state: 'failed', tries: 8 }, { kind: 'sent again' })).toEqual({
    state: 'queued',
    tries: 0,
    tryInMs: 0,
  });
});

test('drops a failed try if its address was switched off; a successful one counts', () => {
  const sending = { state: 'sending', tries: 2 } as const;
  expect(deliveryAfter(sending, { ...refused, isOff: true })?.state).toBe('dropped');
  expect(deliveryAfter(sending, { kind: 'accepted' })?.state).toBe('delivered');
});

const now = new Date('2026-11-26T12:00:00Z');
test.each([
  { status: 410, days: 0, why: 'gone' },
  { status: 410, days: null, why: 'gone' },
  { status: 500, days: 4.99, why: null },
  { status: 500, days: 5, why: 'no_success' },
  { status: null, days: 6, why: 'no_success' },
  { status: 404, days: null, why: null },
])('$status after $days days without success switches off: $why (R-598)', (row) => {
  const failingSince = row.days === null ? null : new Date(now.getTime() - row.days * 86_400_000);
  expect(whySwitchedOff({ status: row.status, failingSince }, now)).toBe(row.why);
});
