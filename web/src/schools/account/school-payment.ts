import { detailsCall, infoCall, quoteCall, type School, schoolsCall } from '../api.ts';

/** The props of both forms of a school payment. */
export interface SchoolPaymentProps {
  school: School;
  /** Dollars that the form proposes, e.g. the missing balance. */
  amount?: number;
  onPaid?: () => void;
  onClose: () => void;
}

/** Calls whose answers contain the balance of a school. */
export const BALANCE_CALLS = [infoCall, schoolsCall, detailsCall, quoteCall] as const;
