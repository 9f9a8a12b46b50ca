/**
 * What a transaction in a settled batch did. settled: a charge brought money. refunded: a refund
 * took some. returned: the bank took back what a charge had brought. not_moved: it never moved
 * money. undecided: nothing can be said of it yet.
 */
export type SettledStatus = 'settled' | 'refunded' | 'returned' | 'not_moved' | 'undecided';

const statusOf: ReadonlyMap<string, SettledStatus> = new Map([
  ['settledSuccessfully', 'settled'],
  ['refundSettledSuccessfully', 'refunded'],
  ['returnedItem', 'returned'],
  ['chargeback', 'returned'],
  ['voided', 'not_moved'],
  ['declined', 'not_moved'],
  ['expired', 'not_moved'],
  ['failedReview', 'not_moved'],
  ['generalError', 'not_moved'],
  ['communicationError', 'not_moved'],
  ['settlementError', 'not_moved'],
]);

/** What a status of the processor means in a settled batch; one that nobody knows is undecided. */
export const settledStatus = (status: string): SettledStatus => statusOf.get(status) ?? 'undecided';
