import {
  additionalFeeOf,
  placeOf,
  type RegistrationRow,
  sittingOf,
} from '../registrations/state/registration-row.ts';
import { isOpen } from '../registrations/state/registration-state.ts';
import { additionalFeeOwed } from './additional-fee.ts';
import { proctorFee } from './proctor-fee.ts';

/**
 * Returns the proctor fee of the booked session and the additional fee that a registration owes now,
 * in cents. Without a session no proctor fee is owed: the next booking asks for it. R-188.
 */
export function feesDueOf(row: RegistrationRow): number {
  if (!isOpen(row.status)) return 0;
  const place = placeOf(row);
  const proctorFeeCents = place === null ? 0 : proctorFee(sittingOf(row), place);
  return proctorFeeCents + additionalFeeOwed(additionalFeeOf(row));
}
