import { expect, test } from '@jest/globals';
import { differenceCents, mendsOf } from './mend-rules.ts';

const base = {
  kind: 'only_there',
  state: 'open',
  known: 'nothing',
  moves: 'charge',
  mendId: null,
} as const;
type Facts = Parameters<typeof mendsOf>[0];
const cases: [string, Partial<Facts>, string[]][] = [
  ['a charge of which nothing is known', {}, ['explain', 'refund_there', 'adjust']],
  ['one that is explained', { state: 'explained' }, ['refund_there', 'adjust']],
  ['a refund of which nothing is known', { moves: 'refund' }, ['explain', 'adjust']],
  ['a payment that is not at its end', { known: 'unfinished' }, ['explain', 'finish_payment']],
  ['a second charge of one payment', { known: 'finished' }, ['explain', 'adjust']],
  ['what is only here', { kind: 'only_here', known: 'finished' }, ['explain', 'adjust']],
  ['another amount', { kind: 'other_amount', known: 'finished' }, ['explain', 'adjust']],
  [
    'another amount of an open payment',
    { kind: 'other_amount', known: 'unfinished' },
    ['explain', 'adjust'],
  ],
  ['another amount of an unknown one', { kind: 'other_amount' }, ['explain', 'adjust']],
  ['another state', { kind: 'other_state', known: 'finished' }, ['explain', 'adjust']],
  ['a return', { kind: 'returned', moves: 'return' }, ['explain', 'adjust']],
  ['a mended one', { state: 'mended' }, []],
  ['one that is gone', { state: 'gone' }, []],
  ['one that is being mended', { mendId: 'run' }, []],
];
test.each(cases)('%s takes its mends, and none once its day is signed', (_what, facts, mends) => {
  expect(mendsOf({ ...base, ...facts }, false)).toEqual(mends);
  expect(mendsOf({ ...base, ...facts }, true)).toEqual([]);
});

test.each([
  [5200, null, 5200],
  [null, 5200, -5200],
  [-5200, null, -5200],
  [null, -5200, 5200],
  [5300, 5200, 100],
  [0, 5200, -5200],
])('%p there and %p here differ by %d cents', (thereCents, hereCents, cents) => {
  expect(differenceCents({ thereCents, hereCents })).toBe(cents);
});
