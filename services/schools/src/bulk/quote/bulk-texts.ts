/** The texts about exams of a run. */
export const texts = {
  success: 'success',
  withoutMaterials: 'success, study materials not sent',
  notAvailable: 'This exam is not available.',
  notOnCard: 'There was a problem charging your card.',
  balanceTooLow: "There is not enough money in the school's account.",
  priceNotSet: 'Prices are not set yet. Please call the office.',
  checking: 'The payment is being checked. Please do not pay again.',
  wrong: 'Something went wrong. Please try again.',
  /** Of the run as a whole. */
  noPayments: 'Payments are not possible now. Please try again.',
} as const;

const refusals: Readonly<Record<string, string>> = {
  exam_not_found: texts.notAvailable,
  registration_denied: 'Student is denied registration',
  requirements_not_met: 'The student does not meet the requirements for this exam.',
  already_registered: 'The student is already registered for this exam.',
};

/** Why registration does not take an exam. */
export const refusalText = (code: string): string => refusals[code] ?? texts.wrong;

/** The processor's public sentence follows when it gives one. */
export const declinedText = (reason: string | undefined): string =>
  reason ? `${texts.notOnCard} ${reason}` : texts.notOnCard;

/** Money was taken and could not be used: the credits stay with the student. */
export const paidInVain = (credits: number): string =>
  `The payment was received and ${credits} credits were added to the student's account, but the ` +
  'registration did not go through.';

/** */
export const isSuccess = (text: string | null): boolean => text?.startsWith(texts.success) ?? false;
