import type { Difference } from '@portal/contract/payments/reconciliation';

/** The kinds of differences between the processor and the ledger. */
export const differenceKinds: Readonly<Record<Difference['kind'], string>> = {
  only_there: 'Only at the processor',
  only_here: 'Only in the ledger',
  other_amount: 'Another amount',
  other_state: 'Another state',
  returned: 'Returned by the bank',
};
