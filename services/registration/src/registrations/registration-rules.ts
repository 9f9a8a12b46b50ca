import { conflict, type DomainError, forbidden, notFound } from '@portal/kit/errors';

export interface Applicant {
  exam: { isActive: boolean; isSelfService: boolean } | null;
  isDenied: boolean;
  /** Has passed one of the exams that this one asks for, or it asks for none. */
  fits: boolean;
  hasOpenRegistration: boolean;
  /** Asked by somebody with the admin key. */
  byAdmin: boolean;
}

/** Why a student cannot be registered, or null: rules 1 to 5 of every call that registers, in their order. Rule 6 is for payments. */
export function registrationRefusal({ exam, isDenied, fits, hasOpenRegistration, byAdmin }: Applicant): DomainError | null {
  if (exam === null || !exam.isActive) return examNotFound();
  if (isDenied) return registrationDenied();
  if (!exam.isSelfService && !byAdmin) return forbidden('admin_only_exam', 'This exam can be booked only through the office.');
  if (!fits && !byAdmin) return forbidden('requirements_not_met', 'You do not meet the requirements for this exam.');
  return hasOpenRegistration ? alreadyRegistered() : null;
}

export const examNotFound = () => notFound('exam_not_found', 'This exam is not available.');
export const registrationDenied = () => forbidden('registration_denied', 'Student is denied registration');
export const alreadyRegistered = () => conflict('already_registered', 'You are already registered for this exam.');
export const registrationNotFound = () => notFound('registration_not_found', 'This registration was not found.');

/** What a student reads when money was taken but nothing came of it. R-130. */
export function paidButNotRegistered(creditsBought: number, reason: string): string {
  return `Your payment was received and ${creditsBought} credits were added to your account, but the registration did not go through: ${reason}`;
}
