import { expect, test } from '@jest/globals';
import { newInvoiceNumber } from './invoice-number.ts';
import { chargeState, isLastWord, nextMove, type Situation } from './next-move.ts';

const first: Situation = { attempt: 0, state: 'pending', found: undefined, ageSeconds: 0 };
const again = { ...first, attempt: 1 };

test.each<[string, Situation, string]>([
  ['that is tried for the first time is charged without asking', first, 'charge'],
  ['that was cut short is looked up before anything else', again, 'ask'],
  ['whose answer was lost is looked up', { ...first, state: 'unknown' }, 'ask'],
  ['that the processor captured is settled', { ...again, found: 'captured' }, 'settle'],
  ['that the processor declined is declined', { ...again, found: 'declined' }, 'decline'],
  ['that was approved only in part is voided', { ...again, found: 'partial' }, 'void'],
  ['that was voided at the processor is declined', { ...again, found: 'voided' }, 'decline'],
  ['that a person there still looks at waits', { ...again, found: 'review' }, 'wait'],
  [
    'that has a status nobody knows waits, however long',
    { ...again, found: 'unclear', ageSeconds: 1e7 },
    'wait',
  ],
  [
    "that failed on the processor's side waits for the day to be closed",
    { ...again, found: 'failed', ageSeconds: 3600 },
    'wait',
  ],
  [
    "that failed on the processor's side is declined a day later",
    { ...again, found: 'failed', ageSeconds: 86_400 },
    'decline',
  ],
  [
    'that was cut short before the processor heard of it is charged',
    { ...again, found: null, ageSeconds: 10 },
    'charge',
  ],
  ['that was cut short long ago is dropped', { ...again, found: null, ageSeconds: 301 }, 'drop'],
  [
    'that may still arrive is waited for',
    { ...again, state: 'unknown', found: null, ageSeconds: 17 },
    'wait',
  ],
  [
    'that never arrived is dropped, not charged',
    { ...again, state: 'unknown', found: null, ageSeconds: 18 },
    'drop',
  ],
  [
    'that was captured long ago is settled all the same',
    { ...again, state: 'unknown', found: 'captured', ageSeconds: 9999 },
    'settle',
  ],
])('a payment %s', (_name, situation, move) => {
  expect(nextMove(situation)).toBe(move);
});

test.each<[string, Parameters<typeof isLastWord>, boolean]>([
  ['within the hour is not, whatever it is', [null, 3599], false],
  ['that it never heard of it is, after the hour', [null, 3600], true],
  ['that it declined is, after the hour', ['declined', 3600], true],
  ['that it is voided is, after the hour', ['voided', 3600], true],
  ['that it took the money is not, since that goes back', ['captured', 3600], false],
  ['that it holds a part of it is not, since that is voided', ['partial', 1e7], false],
  ['that somebody there looks at it never is', ['review', 1e7], false],
  ['that nobody knows never is', ['unclear', 1e7], false],
  ['that it failed is not before the day is closed', ['failed', 86_399], false],
  ['that it failed is once the day is closed', ['failed', 86_400], true],
])('a dropped payment with this processor status: %s', (_name, [found, ageSeconds], isLast) => {
  expect(isLastWord(found, ageSeconds)).toBe(isLast);
});

test.each([
  ['captured', 'open', 4200, 'captured'],
  ['captured', 'open', 4199, 'partial'],
  ['captured', 'settled', 4199, 'captured'],
  ['declined', 'open', 0, 'declined'],
] as const)(
  'a charge of 4200 cents that is %s, %s, with %d cents is %s',
  (state, phase, amountCents, is) => {
    expect(chargeState({ state, phase, amountCents }, 4200)).toBe(is);
  },
);

test('invoice numbers fit the processor and do not repeat', () => {
  const numbers = Array.from({ length: 2000 }, () =>
    newInvoiceNumber(new Date('2026-11-21T04:00:00Z')),
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers) expect(number).toMatch(/^261120-[0-9A-HJKMNP-TV-Z]{13}$/);
});
