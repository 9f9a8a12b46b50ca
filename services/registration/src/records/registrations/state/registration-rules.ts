import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../../errors.ts';

export interface EligibilityFacts {
  exam: { isActive: boolean; isSelfService: boolean } | null;
  isDenied: boolean;
  /** The student has passed one of the exam's required exams, or it requires none. */
  fits: boolean;
  hasOpenRegistration: boolean;
  /** The caller has the admin key. */
  byAdmin: boolean;
}

/**
 * Why a student cannot be registered, or null: rules 1 to 5 of every call that registers, in their
 * order. Rule 6 is for payments.
 */
export function registrationRefusal({
  exam,
  isDenied,
  fits,
  hasOpenRegistration,
  byAdmin,
}: EligibilityFacts): DomainError | null {
  if (exam === null || !exam.isActive) return examNotFound();
  if (isDenied) return registrationDenied();
  if (!exam.isSelfService && !byAdmin) return domainError('admin_only_exam');
  if (!fits && !byAdmin) return domainError('requirements_not_met');
  return hasOpenRegistration ? alreadyRegistered() : null;
}

export const examNotFound = () => domainError('exam_not_found');
export const registrationDenied = () => domainError('registration_denied');
export const alreadyRegistered = () => domainError('already_registered');
export const registrationNotFound = () => domainError('registration_not_found');
export const registrationNotFinished = () =>
  domainError(
    'registration_closed',
    'The registration was not finished in time. Please try again.',
  );
export const registrationClosed = () =>
  domainError('registration_closed', 'This exam is cancelled or taken already.');

/** The sentence for a student whose payment was taken but whose registration failed. R-130. */
export function paidButNotRegistered(creditsBought: number, reason: string): string {
  return (
    `Your payment was received and ${creditsBought} credits were added to your account, but ` +
    `the registration did not go through: ${reason}`
  );
}

/** The same where fees were paid with it, which go back to the card. R-130. */
export function paidWithFeesButNotRegistered(creditsBought: number, reason: string): string {
  const feesGoBack = 'The fees go back to your card.';
  return creditsBought > 0
    ? `${paidButNotRegistered(creditsBought, reason)} ${feesGoBack}`
    : `Your payment was received, but the registration did not go through: ${reason} ${feesGoBack}`;
}

/** The sentence for a student who is registered but lost the place before the booking. R-130. */
export function registeredButNotBooked(isPaid: boolean, reason: string): string {
  const done = isPaid ? 'Your payment was received and you are registered' : 'You are registered';
  const ask = 'Please choose another session.';
  const why = reason.endsWith(ask) ? reason : `${reason.replace(/\.?$/, '.')} ${ask}`;
  return `${done}, but the session could not be booked: ${why}`;
}
