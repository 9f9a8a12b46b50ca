import { log } from '@portal/kit/observability/log';

/**
 * How a transaction stands at the card processor. 'review': somebody there still looks at it.
 * 'failed': an error on its side, which cannot turn into money any more once the day's batch is
 * closed. 'unclear': neither yes nor no, or a status that nobody here knows.
 */
export type TransactionState = 'captured' | 'declined' | 'voided' | 'review' | 'failed' | 'unclear';

/**
 * Every status that Authorize.Net documents. What is not among them is 'unclear', never 'declined':
 * money may have moved.
 */
const stateOf: ReadonlyMap<string, TransactionState> = new Map([
  ['capturedPendingSettlement', 'captured'],
  ['settledSuccessfully', 'captured'],
  ['refundPendingSettlement', 'captured'],
  ['refundSettledSuccessfully', 'captured'],
  ['voided', 'voided'],
  ['declined', 'declined'],
  ['failedReview', 'declined'],
  // an authorization that was never captured
  ['expired', 'declined'],
  // a bank account that could not pay: what was taken has been taken back
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
]);

/** The state that a status means. */
export const transactionState = (status: string): TransactionState =>
  stateOf.get(status) ?? 'unclear';

/** Says in the log when a status is none of those that are documented, so that it can be added. */
export function noteStatus(transactionId: string, status: string): void {
  if (!stateOf.has(status))
    log.warn(
      { transaction: transactionId, status: status.slice(0, 50) },
      'unknown transaction status',
    );
}

const BATCH_SECONDS = 86_400;

/**
 * Whether a state that is looked up so many seconds after the processor was asked says nothing
 * final yet.
 */
export const isUndecided = (state: TransactionState, ageSeconds: number): boolean =>
  state === 'review' || state === 'unclear' || (state === 'failed' && ageSeconds < BATCH_SECONDS);

/**
 * Reasons of an error after which the processor itself does not know: it could not void what had
 * timed out or gone wrong.
 */
const unsureReasons: ReadonlySet<string> = new Set(['120', '121', '122']);

/**
 * What a response to a charge, refund or void means: 1 approved, 2 declined, 3 error, 4 held for
 * review. 'unclear' is to be looked up, and so is a code that nobody here knows.
 */
export function responseMeans(
  responseCode: string,
  reason: string | undefined,
): 'approved' | 'refused' | 'unclear' {
  if (responseCode === '1') return 'approved';
  if (responseCode === '2') return 'refused';
  return responseCode === '3' && !unsureReasons.has(reason ?? '') ? 'refused' : 'unclear';
}
