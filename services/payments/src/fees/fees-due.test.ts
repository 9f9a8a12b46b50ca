import { expect, test } from '@jest/globals';
import { feesToPay } from './fees-due.ts';

const due = { proctorFeeCents: 1500, proctorFeeIfMovedCents: 0, additionalFeeCents: 5000 };
const nothing = { proctorFeeCents: 0, proctorFeeIfMovedCents: 0, additionalFeeCents: 0 };
const moved = { proctorFeeCents: 0, proctorFeeIfMovedCents: 1500, additionalFeeCents: 0 };

test.each([
  { who: 'pays both fees', due, agreed: [1500, 6500], pays: { proctor: 1500, additional: 5000 } },
  {
    who: 'pays only the additional fee, as before a course',
    due,
    agreed: [0, 5000],
    pays: { proctor: 0, additional: 5000 },
  },
  {
    who: 'pays to leave a session',
    due: moved,
    agreed: [1500, 1500],
    pays: { proctor: 1500, additional: 0 },
  },
] as const)('a student who $who', ({ due, agreed, pays }) => {
  expect(feesToPay({ proctorFeeCents: agreed[0], amountCents: agreed[1] }, due)).toEqual(pays);
});

test.each([
  { agreed: [1500, 1500], due, expected: 6500 },
  { agreed: [1000, 6000], due, expected: 6500 },
  { agreed: [0, 0], due, expected: 5000 },
  { agreed: [1500, 1500], due: nothing, expected: 0 },
  { agreed: [0, 0], due: nothing, expected: 0 },
  { agreed: [0, 0], due: moved, expected: 0 },
  { agreed: [0, 1500], due: moved, expected: 0 },
] as const)(
  'an agreed fee and sum of $agreed is refused with the right sum $expected',
  ({ agreed, due, expected }) => {
    const refusal = expect.objectContaining({ code: 'amount_changed', extra: { expected } });
    expect(() => feesToPay({ proctorFeeCents: agreed[0], amountCents: agreed[1] }, due)).toThrow(
      refusal,
    );
  },
);
