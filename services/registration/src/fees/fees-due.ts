import {
  additionalFeeOf,
  placeOf,
  type RegistrationRow,
  sittingOf,
} from '../registrations/state/registration-row.ts';
import { isOpen } from '../registrations/state/registration-state.ts';
import { additionalFeeOwed } from './additional-fee.ts';
import { proctorFee } from './proctor-fee.ts';

/** Returns the proctor fee and the additional fee that a registration owes now, in cents. */
export const feesDueOf = (row: RegistrationRow): number =>
  isOpen(row.status)
    ? proctorFee(sittingOf(row), placeOf(row)) + additionalFeeOwed(additionalFeeOf(row))
    : 0;
