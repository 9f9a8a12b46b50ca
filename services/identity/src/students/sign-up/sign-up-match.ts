import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';

/** A student with the birth date and SSN digits of a sign-up. */
export interface Match {
  id: number;
  email: string | null;
  hasAccount: boolean;
}

/**
 * Step 1 of the sign-up: checks that there is a student without an account. Throws
 * student_not_found or already_signed_up.
 */
export function checkMatches(matches: readonly Match[]): void {
  if (matches.length === 0)
    throw domainError(
      'student_not_found',
      'We could not find a student with these details. Please call the office.',
    );
  if (matches.every((match) => match.hasAccount)) throw alreadySignedUp();
}

/**
 * Step 2: returns the student who signs up. The address decides between several; it must equal the
 * one on record.
 */
export function matchOf<M extends Match>(matches: readonly M[], email: string): M {
  checkMatches(matches);
  const isGiven = (match: Match) =>
    match.email?.trim().toLowerCase() === email.trim().toLowerCase();
  const [only] = matches;
  if (only && matches.length === 1) {
    if (only.email !== null && !isGiven(only)) throw emailMismatch();
    return only;
  }
  const given = matches.filter(isGiven);
  const chosen = given.find((match) => !match.hasAccount) ?? given[0];
  if (!chosen) throw emailMismatch();
  if (chosen.hasAccount) throw alreadySignedUp();
  return chosen;
}

export const emailMismatch = (): DomainError => domainError('email_mismatch');
const alreadySignedUp = (): DomainError => domainError('already_signed_up');
