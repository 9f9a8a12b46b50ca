import { expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import {
  type Accommodation,
  type AccommodationForm,
  changeAccommodation,
  type Event,
  formErrors,
  inForceOn,
  messageOf,
  shownState,
} from './accommodation-rules.ts';

const today = '2026-03-02';
const form = (about: Partial<AccommodationForm> = {}): AccommodationForm => ({
  kind: 'extra_time',
  percent: 25,
  minutes: null,
  text: null,
  validFrom: '2026-01-01',
  validUntil: null,
  ...about,
});
const one = (about: Partial<Accommodation> = {}): Accommodation => ({
  ...form(),
  state: 'entered',
  inForce: null,
  version: 1,
  ...about,
});
const half = form({ percent: 50 });

test.each<[string, Partial<AccommodationForm>, string | undefined]>([
  ['extra time in per cent', {}, undefined],
  ['extra time in minutes', { percent: null, minutes: 30 }, undefined],
  ['extra time in both', { minutes: 30 }, 'Give a percentage or minutes, not both.'],
  ['extra time in neither', { percent: null }, 'Give a percentage or minutes.'],
  ['another percentage', { percent: 30 }, 'Extra time is 25, 50 or 100 %.'],
  ['minutes out of step', { percent: null, minutes: 7 }, 'Minutes must be 5 to 240 in steps of 5.'],
  ['too many minutes', { percent: null, minutes: 245 }, 'Minutes must be 5 to 240 in steps of 5.'],
  ['breaks', { kind: 'breaks', percent: null, minutes: 60 }, undefined],
  [
    'breaks without minutes',
    { kind: 'breaks', percent: null },
    'Breaks must be 5 to 60 minutes in steps of 5.',
  ],
  [
    'long breaks',
    { kind: 'breaks', percent: null, minutes: 65 },
    'Breaks must be 5 to 60 minutes in steps of 5.',
  ],
  ['an own room', { kind: 'own_room', percent: null }, undefined],
  ['a reader with per cent', { kind: 'reader' }, 'Only extra time has a percentage.'],
  [
    'large print with minutes',
    { kind: 'large_print', percent: null, minutes: 5 },
    'This kind has no minutes.',
  ],
  ['another kind in words', { kind: 'other', percent: null, text: 'A lamp' }, undefined],
  ['another kind without words', { kind: 'other', percent: null }, 'Say what it is.'],
  ['a long text', { text: 'x'.repeat(501) }, 'At most 500 characters'],
  ['one day', { validUntil: '2026-01-01' }, undefined],
  [
    'an end before its start',
    { validUntil: '2025-12-31' },
    'The end must not be before the start.',
  ],
  ['no first day', { validFrom: '2026-02-30' }, 'The first day is invalid.'],
  ['no last day', { validUntil: 'soon' }, 'The last day is invalid.'],
  ['no kind', { kind: 'lamp' as never }, 'kind invalid'],
])('%s', (_what, about, message) => {
  expect(formErrors(form(about))[0]?.message).toBe(message);
});

const states: Record<string, Accommodation> = {
  entered: one(),
  approved: one({ state: 'approved', inForce: form() }),
  expired: one({
    state: 'approved',
    validUntil: '2026-03-01',
    inForce: form({ validUntil: '2026-03-01' }),
  }),
  'changed since': one({ ...half, state: 'entered', inForce: form() }),
  refused: one({ state: 'refused' }),
  ended: one({ state: 'ended' }),
};
const events: Record<string, Event> = {
  saved: { type: 'saved', form: half },
  approve: { type: 'approve' },
  refuse: { type: 'refuse' },
  end: { type: 'end', reason: 'Term is over' },
};
const no = 'already_decided';
/** The outcome of each event: the state and the percent in force; a code when it is refused. */
const expected: Record<string, Record<string, [string, number | null] | string>> = {
  entered: {
    saved: ['entered', null],
    approve: ['approved', 25],
    refuse: ['refused', null],
    end: no,
  },
  approved: { saved: ['entered', 25], approve: no, refuse: no, end: ['ended', null] },
  expired: { saved: no, approve: no, refuse: no, end: no },
  'changed since': {
    saved: ['entered', 25],
    approve: ['approved', 50],
    refuse: ['approved', 25],
    end: ['ended', null],
  },
  refused: { saved: no, approve: no, refuse: no, end: no },
  ended: { saved: no, approve: no, refuse: no, end: no },
};

test.each(
  Object.keys(states).flatMap((state) =>
    Object.keys(events).map((event) => [state, event] as const),
  ),
)('%s, %s', (state, event) => {
  const next = changeAccommodation(states[state] as Accommodation, events[event] as Event, today);
  const outcome =
    next instanceof DomainError ? next.code : [next.state, next.inForce?.percent ?? null];
  expect(outcome).toEqual(expected[state]?.[event]);
  if (!(next instanceof DomainError)) expect(next.version).toBe(2);
});

test('a refused change keeps the approved form, and an end needs its reason', () => {
  const changed = states['changed since'] as Accommodation;
  expect(changeAccommodation(changed, { type: 'refuse' }, today)).toMatchObject({ percent: 25 });
  const end = changeAccommodation(changed, { type: 'end', reason: '' }, today);
  expect(end).toMatchObject({ code: 'invalid', detail: 'Give a reason.' });
});

test('an approved accommodation expires the day after its last', () => {
  const last = one({ state: 'approved', inForce: form(), validUntil: today });
  expect([today, '2026-03-03'].map((day) => shownState(last, day))).toEqual([
    'approved',
    'expired',
  ]);
});

test('the accommodations of a day are put into words', () => {
  const all = [
    form(),
    form({ kind: 'own_room', percent: null }),
    form({ kind: 'reader', percent: null, validFrom: '2026-03-03' }),
    form({ kind: 'large_print', percent: null, validUntil: '2026-03-01' }),
    form({ percent: null, minutes: 30 }),
    form({ kind: 'breaks', percent: null, minutes: 10 }),
    form({ kind: 'other', percent: null, text: 'A lamp' }),
  ];
  expect(messageOf(all, today)).toBe(
    '25 % extra time, own room, 30 minutes extra time, 10 minutes of breaks, A lamp',
  );
  expect(messageOf([], today)).toBeNull();
  expect(inForceOn(all, '2025-12-31')).toEqual(
    [form({ kind: 'large_print', percent: null, validUntil: '2026-03-01' })].slice(1),
  );
});
