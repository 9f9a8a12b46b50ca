import { additionalFeeOwed } from '../../fees/additional-fee.ts';
import { proctorFee } from '../../fees/proctor-fee.ts';
import { additionalFeeOf, placeOf, type RegistrationRow, sittingOf } from './registration-row.ts';
import { isOpen } from './registration-state.ts';

/**
 * Returns the proctor fee of the booked session and the additional fee that a registration owes
 * now, in cents. Without a session it owes no proctor fee: the next booking charges it. R-188.
 */
export function feesDueOf(row: RegistrationRow): number {
  if (!isOpen(row.status)) return 0;
  const place = placeOf(row);
  const proctorFeeCents = place === null ? 0 : proctorFee(sittingOf(row), place);
  return proctorFeeCents + additionalFeeOwed(additionalFeeOf(row));
}
