import { detailsCall, infoCall, quoteCall, type School, schoolsCall } from '../api.ts';

/** What the two forms of a school payment take. */
export interface SchoolPaymentProps {
  school: School;
  /** Dollars that the form proposes, e.g. the missing balance. */
  amount?: number;
  onPaid?: () => void;
  onClose: () => void;
}

/** Calls whose answers contain the balance of a school. */
export const BALANCE_CALLS = [infoCall, schoolsCall, detailsCall, quoteCall] as const;
