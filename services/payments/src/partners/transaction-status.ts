import { log } from '@portal/kit/observability/log';

/**
 * State of a transaction at the card processor.
 * - 'captured': final success, the money was or will be moved.
 * - 'declined', 'voided': final failure, no money moves.
 * - 'partial': only some of the amount is held on a prepaid card; it must be voided.
 * - 'review': a person there still decides, which may take days.
 * - 'failed': an error on its side, final once the day's batch is closed.
 * - 'unclear': no conclusion is possible yet, or the status is unknown.
 */
export type TransactionState =
  | 'captured'
  | 'declined'
  | 'voided'
  | 'partial'
  | 'review'
  | 'failed'
  | 'unclear';

/**
 * The effect of a transaction in a settled batch. settled: a charge brought money. refunded: a
 * refund took some. returned: the bank took back the money of a charge. not_moved: it never moved
 * money. undecided: not known yet.
 */
export type SettledStatus = 'settled' | 'refunded' | 'returned' | 'not_moved' | 'undecided';

interface Meaning {
  state: TransactionState;
  inBatch: SettledStatus;
  /** Whether it can no longer be voided, only refunded; 'settling': neither at the moment. */
  phase?: 'settled' | 'settling';
}

/**
 * Every status of `transactionStatusEnum` in Authorize.Net's AnetApiSchema.xsd, with its meaning.
 * The only table of these meanings.
 */
export const meanings = {
  authorizedPendingCapture: { state: 'review', inBatch: 'undecided' },
  capturedPendingSettlement: { state: 'captured', inBatch: 'undecided' },
  communicationError: { state: 'failed', inBatch: 'not_moved' },
  refundSettledSuccessfully: { state: 'captured', inBatch: 'refunded', phase: 'settled' },
  refundPendingSettlement: { state: 'captured', inBatch: 'undecided' },
  approvedReview: { state: 'review', inBatch: 'undecided' },
  declined: { state: 'declined', inBatch: 'not_moved' },
  couldNotVoid: { state: 'unclear', inBatch: 'undecided' },
  // an authorization that was never captured
  expired: { state: 'declined', inBatch: 'not_moved' },
  generalError: { state: 'failed', inBatch: 'not_moved' },
  pendingFinalSettlement: { state: 'captured', inBatch: 'undecided', phase: 'settling' },
  pendingSettlement: { state: 'captured', inBatch: 'undecided', phase: 'settling' },
  failedReview: { state: 'declined', inBatch: 'not_moved' },
  settledSuccessfully: { state: 'captured', inBatch: 'settled', phase: 'settled' },
  settlementError: { state: 'unclear', inBatch: 'not_moved' },
  underReview: { state: 'review', inBatch: 'undecided' },
  updatingSettlement: { state: 'captured', inBatch: 'undecided', phase: 'settling' },
  voided: { state: 'voided', inBatch: 'not_moved' },
  FDSPendingReview: { state: 'review', inBatch: 'undecided' },
  FDSAuthorizedPendingReview: { state: 'review', inBatch: 'undecided' },
  // the bank took the money back: an account that could not pay, a disputed charge
  returnedItem: { state: 'declined', inBatch: 'returned' },
  chargeback: { state: 'declined', inBatch: 'returned' },
  // the dispute was decided for the merchant: the money of the charge is there again
  chargebackReversal: { state: 'captured', inBatch: 'settled', phase: 'settled' },
  // the authorized amount of a prepaid card is held until it is voided
  authorizedPendingRelease: { state: 'partial', inBatch: 'not_moved' },
} as const satisfies Record<string, Meaning>;
export type TransactionStatus = keyof typeof meanings;

const byStatus: ReadonlyMap<string, Meaning> = new Map(Object.entries(meanings));

/** The state that a status means; 'unclear' for an unknown one, since money may have moved. */
export const transactionState = (status: string): TransactionState =>
  byStatus.get(status)?.state ?? 'unclear';

/** Returns the effect of a status in a settled batch; an unknown one is undecided. */
export const settledStatus = (status: string): SettledStatus =>
  byStatus.get(status)?.inBatch ?? 'undecided';

/** How far the settlement of a status is: 'open' can be voided, 'settled' can be refunded. */
export const settlementPhase = (status: string): 'open' | 'settling' | 'settled' =>
  byStatus.get(status)?.phase ?? 'open';

/** Logs a status that is not in the table, so that it can be added. */
export function noteStatus(transactionId: string, status: string): void {
  if (!byStatus.has(status))
    log.warn(
      { transaction: transactionId, status: status.slice(0, 50) },
      'unknown transaction status',
    );
}

const BATCH_SECONDS = 86_400;

/**
 * Whether a state that is looked up so many seconds after the request to the processor is not final
 * yet.
 */
export const isUndecided = (state: TransactionState, ageSeconds: number): boolean =>
  state === 'review' || state === 'unclear' || (state === 'failed' && ageSeconds < BATCH_SECONDS);

/** The response reason of a partial approval. */
const PARTLY_APPROVED = '295';
/** Response reasons of a review: by the merchant, before and after the authorization. */
const reviewReasons: ReadonlySet<string> = new Set(['193', '252', '253']);
/**
 * Reasons of an error after which the processor itself does not know: it could not void what had
 * timed out or gone wrong.
 */
const unsureReasons: ReadonlySet<string> = new Set(['120', '121', '122']);

/** Reasons of a transient error: "Please try again in 5 minutes", or an unavailable processor. */
const passingReasons: ReadonlySet<string> = new Set(
  '19 20 21 22 23 25 26 57 58 59 60 61 62 63'.split(' '),
);

/** Whether the same refund or void may succeed later; a charge is for the payer to try again. */
export const passesLater = (reason: string): boolean => passingReasons.has(reason);

/**
 * Returns the meaning of a response to a charge, refund or void, by its code (1 approved, 2
 * declined, 3 error, 4 held) and reason. 'held' is reviewed by a person, which may take days;
 * 'unclear' must be looked up, and so must an unknown code.
 */
export function responseMeans(
  responseCode: string,
  reason: string | undefined,
): 'approved' | 'partial' | 'refused' | 'held' | 'unclear' {
  if (responseCode === '1') return 'approved';
  if (responseCode === '2') return 'refused';
  if (responseCode === '3') return unsureReasons.has(reason ?? '') ? 'unclear' : 'refused';
  if (responseCode !== '4') return 'unclear';
  if (reason === PARTLY_APPROVED) return 'partial';
  return reviewReasons.has(reason ?? '') ? 'held' : 'unclear';
}
