import { expect, test } from '@jest/globals';
import { chargeStatus } from './charge-status.ts';

const charge = { state: 'captured' as const, amountCents: 5000, heldCents: 0, refundedCents: 0 };

test.each([
  [{ state: 'pending' as const }, 'pending'],
  [{ state: 'unknown' as const }, 'unknown'],
  [{ state: 'declined' as const }, 'declined'],
  [{ state: 'dropped' as const }, 'declined'],
  [{}, 'succeeded'],
  [{ heldCents: 100 }, 'refund pending'],
  [{ heldCents: 100, refundedCents: 100 }, 'refund pending'],
  [{ refundedCents: 100 }, 'partly refunded'],
  [{ refundedCents: 5000 }, 'refunded'],
  [{ state: 'voided' as const, refundedCents: 5000 }, 'voided'],
])('a charge with %j reads %s', (part, status) => {
  expect(chargeStatus({ ...charge, ...part })).toBe(status);
});
