import { expect, test } from '@jest/globals';
import { isUndecided, responseMeans, transactionState } from './transaction-status.ts';

test.each([
  ['capturedPendingSettlement', 'captured'],
  ['settledSuccessfully', 'captured'],
  ['refundPendingSettlement', 'captured'],
  ['refundSettledSuccessfully', 'captured'],
  ['voided', 'voided'],
  ['declined', 'declined'],
  ['failedReview', 'declined'],
  ['expired', 'declined'],
  ['returnedItem', 'declined'],
  ['authorizedPendingCapture', 'review'],
  ['approvedReview', 'review'],
  ['underReview', 'review'],
  ['FDSPendingReview', 'review'],
  ['FDSAuthorizedPendingReview', 'review'],
  ['generalError', 'failed'],
  ['communicationError', 'failed'],
  ['settlementError', 'unclear'],
  ['couldNotVoid', 'unclear'],
  ['chargeback', 'unclear'],
  ['heldByTheMoon', 'unclear'],
  ['Declined', 'unclear'],
  ['constructor', 'unclear'],
  ['', 'unclear'],
])('a transaction that is %s is %s here', (status, state) => {
  expect(transactionState(status)).toBe(state);
});

test.each([
  ['captured', 0, false],
  ['declined', 0, false],
  ['voided', 0, false],
  ['review', 1e9, true],
  ['unclear', 1e9, true],
  ['failed', 86_399, true],
  ['failed', 86_400, false],
] as const)(
  'a transaction that is %s after %d seconds is undecided: %s',
  (state, seconds, undecided) => {
    expect(isUndecided(state, seconds)).toBe(undecided);
  },
);

test.each([
  ['1', undefined, 'approved'],
  ['2', '2', 'refused'],
  ['2', undefined, 'refused'],
  ['3', '19', 'refused'],
  ['3', '11', 'refused'],
  ['3', '120', 'unclear'],
  ['3', '121', 'unclear'],
  ['3', '122', 'unclear'],
  ['4', '193', 'unclear'],
  ['4', undefined, 'unclear'],
  ['5', '2', 'unclear'],
  ['', undefined, 'unclear'],
])('a response %s with reason %s is %s', (code, reason, means) => {
  expect(responseMeans(code, reason)).toBe(means);
});
