import { expect, test } from '@jest/globals';
import { createPageSpanProofs } from './proofs.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

test('proofs are of the secret as it is now', () => {
  let secret = 'the one before';
  const proofs = createPageSpanProofs(() => secret);
  const before = proofs.of(traceId);
  expect(proofs.isOf(traceId, before)).toBe(true);
  secret = 'the one after';
  const after = proofs.of(traceId);
  expect(after).toBe(createPageSpanProofs(() => 'the one after').of(traceId));
  expect([proofs.isOf(traceId, before), proofs.isOf(traceId, after)]).toEqual([false, true]);
});
