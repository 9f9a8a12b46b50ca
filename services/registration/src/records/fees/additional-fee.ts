import { type Cents, cents, minusOrZero } from '@portal/kit/money';

/**
 * The additional fee of a registration: fixed when it was made, paid at most once.
 */
export interface AdditionalFee {
  /** Cents, as the exam charged when it was registered (or changed to its course). */
  charge: number;
  /** Every lot of credits that paid waives it, or the retake was approved by the vendor. */
  waived: boolean;
  /** Cents paid so far, also before a change to the course. */
  paid: number;
}

/** Cents of the additional fee that are still owed.. */
export function additionalFeeOwed({ charge, waived, paid }: AdditionalFee): Cents {
  return waived ? cents(0) : minusOrZero(cents(charge), cents(paid));
}
