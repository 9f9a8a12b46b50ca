import { expect, test } from '@jest/globals';
import { errorsWithoutEvidence } from './error-evidence.ts';

const errors = { payments: { card_declined: {}, card_expired: {} }, schools: { card_expired: {} } };
const missing = (files: Record<string, string[]>): readonly string[] =>
  errorsWithoutEvidence(new Map(Object.entries(files)), errors);

test("an error counts as shown by its service's own tests and by calls, by no others", () => {
  expect(missing({})).toEqual([
    'payments card_declined',
    'payments card_expired',
    'schools card_expired',
  ]);
  expect(
    missing({
      'services/payments/src/charges/pay.parts.test.ts': ['card_expired'],
      'web/src/exams/exam-row.test.tsx': ['card_declined'],
    }),
  ).toEqual(['payments card_declined', 'schools card_expired']);
  expect(
    missing({ 'scripts/e2e/calls/payments/cards.test.ts': ['card_declined', 'card_expired'] }),
  ).toEqual([]);
});
