import { expect, test } from '@jest/globals';
import { refundMove } from './refund-move.ts';

const charged = {
  state: 'captured' as const,
  phase: 'open' as const,
  amountCents: 6500,
  askedCents: 6500,
};

test.each([
  ['a whole payment that is not settled is voided', charged, 'void'],
  ['a part of a payment that is not settled waits', { ...charged, askedCents: 5000 }, 'wait'],
  [
    'a part of a settled payment is refunded',
    { ...charged, phase: 'settled', askedCents: 5000 },
    'refund',
  ],
  ['a whole settled payment is refunded', { ...charged, phase: 'settled' }, 'refund'],
  ['a payment that is being settled waits', { ...charged, phase: 'settling' }, 'wait'],
  [
    'a payment that the bank took back has no money to refund',
    { ...charged, state: 'declined' },
    'no money',
  ],
  [
    'a payment that was voided before is only noted',
    { ...charged, state: 'voided' as const },
    'voided already',
  ],
  ['a payment that is still looked at waits', { ...charged, state: 'review' as const }, 'wait'],
  [
    'a payment with a status that nobody knows waits',
    { ...charged, state: 'unclear' as const },
    'wait',
  ],
] as const)('%s', (_name, situation, move) => {
  expect(refundMove(situation)).toBe(move);
});
