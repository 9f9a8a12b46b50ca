import { expect, test } from '@jest/globals';
import {
  isUndecided,
  meanings,
  passesLater,
  responseMeans,
  settledStatus,
  settlementPhase,
  transactionState,
} from './transaction-status.ts';

// transactionStatusEnum of AnetApiSchema.xsd, in its order
const SCHEMA_STATUSES = [
  'authorizedPendingCapture review undecided open',
  'capturedPendingSettlement captured undecided open',
  'communicationError failed not_moved open',
  'refundSettledSuccessfully captured refunded settled',
  'refundPendingSettlement captured undecided open',
  'approvedReview review undecided open',
  'declined declined not_moved open',
  'couldNotVoid unclear undecided open',
  'expired declined not_moved open',
  'generalError failed not_moved open',
  'pendingFinalSettlement captured undecided settling',
  'pendingSettlement captured undecided settling',
  'failedReview declined not_moved open',
  'settledSuccessfully captured settled settled',
  'settlementError unclear not_moved open',
  'underReview review undecided open',
  'updatingSettlement captured undecided settling',
  'voided voided not_moved open',
  'FDSPendingReview review undecided open',
  'FDSAuthorizedPendingReview review undecided open',
  'returnedItem declined returned open',
  'chargeback declined returned open',
  'chargebackReversal captured settled settled',
  'authorizedPendingRelease partial not_moved open',
  // unknown ones
  'heldByTheMoon unclear undecided open',
  'Declined unclear undecided open',
  'constructor unclear undecided open',
].map((line) => line.split(' '));

test.each(SCHEMA_STATUSES)(
  'the status %s means %s, %s in a batch, and its settlement is %s',
  (status = '', state, inBatch, phase) => {
    expect(transactionState(status)).toBe(state);
    expect(settledStatus(status)).toBe(inBatch);
    expect(settlementPhase(status)).toBe(phase);
  },
);

test('each status of the schema is in the table', () => {
  const known = Object.keys(meanings);
  expect(known).toEqual(SCHEMA_STATUSES.slice(0, 24).map(([status]) => status));
});

test.each([
  ['captured', 0, false],
  ['declined', 0, false],
  ['voided', 0, false],
  ['review', 1e9, true],
  ['unclear', 1e9, true],
  ['partial', 0, false],
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
  ['4', '193', 'held'],
  ['4', '252', 'held'],
  ['4', '253', 'held'],
  ['4', '295', 'partial'],
  ['4', undefined, 'unclear'],
  ['5', '2', 'unclear'],
  ['', undefined, 'unclear'],
])('a response %s with reason %s is %s', (code, reason, means) => {
  expect(responseMeans(code, reason)).toBe(means);
});

test.each([
  ['19', true],
  ['23', true],
  ['25', true],
  ['57', true],
  ['63', true],
  ['11', false],
  ['16', false],
  ['54', false],
  ['', false],
])('a refund or void that is refused with reason %s may succeed later: %s', (reason, passes) => {
  expect(passesLater(reason)).toBe(passes);
});
