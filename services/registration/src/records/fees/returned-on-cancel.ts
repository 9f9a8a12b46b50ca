import { type Language, textsIn } from '@portal/kit/email/language';
import { money } from '@portal/kit/money';
import type { Cancelled } from '@portal/proto/registration/v1/events';
import type { ProctorPayment } from './proctor-fee.ts';

/** The returns and refunds of a cancelled registration, by recipient; money in cents. */
export interface ReturnedOnCancel
  extends Pick<
    Cancelled,
    'freeRetakeCredits' | 'schoolPaid' | 'additionalFeeRefundedCents' | 'proctorFeeRefundedCents'
  > {
  creditsReturned: number;
}

/** The payments of a registration. */
export interface Returnable {
  creditsSpent: number;
  freeSeminaryRetake: boolean;
  chargeSchool: boolean;
  isFreeSchoolRegistration: boolean;
  additionalPaidCents: number;
  additionalRefundedCents: number;
  proctorPayments: readonly ProctorPayment[];
}

/**
 * Returns the effects of cancelling a registration: spent credits return to the student, payments
 * from a school's balance to that balance, and fees paid by card to their cards.
 * `refunded`: ids at the processor of the proctor payments that are refunded., T-60 to
 * T-62.
 */
export function returnedOnCancel(row: Returnable, refunded: readonly number[]): ReturnedOnCancel {
  const proctor = row.proctorPayments.filter(
    ({ paymentId }) => paymentId !== null && refunded.includes(paymentId),
  );
  return {
    creditsReturned: row.creditsSpent,
    freeRetakeCredits: row.freeSeminaryRetake,
    schoolPaid: row.chargeSchool && !row.isFreeSchoolRegistration,
    additionalFeeRefundedCents: row.additionalPaidCents - row.additionalRefundedCents,
    proctorFeeRefundedCents: proctor.reduce((sum, { cents }) => sum + cents, 0),
  };
}

function creditsText(credits: number, areFreeRetakes: boolean, language: Language): string {
  const i18n = textsIn(language);
  return areFreeRetakes
    ? i18n._(
        '{credits, plural, one {# free retake credit is on your account again; ' +
          'you can use it for a retake.} other {# free retake credits are on your account again; ' +
          'you can use them for a retake.}}',
        { credits },
      )
    : i18n._(
        '{credits, plural, one {# credit is on your account again; ' +
          'you can use it for another exam.} other {# credits are on your account again; ' +
          'you can use them for another exam.}}',
        { credits },
      );
}

/** Returns the same as sentences, one per recipient; one sentence when there is none. */
export function returnedOnCancelText(back: ReturnedOnCancel, language: Language): string[] {
  const i18n = textsIn(language);
  const { additionalFeeRefundedCents, proctorFeeRefundedCents } = back;
  const sentences = [
    ...(back.creditsReturned > 0
      ? [creditsText(back.creditsReturned, back.freeRetakeCredits, language)]
      : []),
    ...(back.schoolPaid
      ? [i18n._('What your school paid for this exam is on the balance of the school again.')]
      : []),
    ...(additionalFeeRefundedCents > 0
      ? [
          i18n._(
            'The additional fee of {amount} is refunded to the card that paid it. ' +
              'This may take a few days.',
            { amount: money(additionalFeeRefundedCents) },
          ),
        ]
      : []),
    ...(proctorFeeRefundedCents > 0
      ? [
          i18n._(
            'The proctor fee of {amount} is refunded to the card that paid it. ' +
              'This may take a few days.',
            { amount: money(proctorFeeRefundedCents) },
          ),
        ]
      : []),
  ];
  return sentences.length > 0
    ? sentences
    : [i18n._('No credits and no fees come back for this exam.')];
}
