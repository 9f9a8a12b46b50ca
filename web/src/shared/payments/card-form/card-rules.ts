import { t } from '@lingui/core/macro';
import { newYorkDay } from '@portal/contract/days';
import { type TypedCard, wrongCardFields } from '@portal/contract/payments/card-checks';
import { type Mask, spaced } from '../../forms/masks.ts';

/** The typed values, with the separators of their fields. */
export type CardFields = TypedCard;

export const noCard: CardFields = { name: '', number: '', expiry: '', cvv: '', zip: '' };

// the contract has these two as well, in a file that needs the schemas; a test holds them together
/** */
export const cardFieldsInvalid = t`Please fill in all the fields accurately.`;
/** */
export const noPaymentMethod = t`Please enter your payment details.`;

const repairs: Record<keyof CardFields, string> = {
  name: t`Enter the name as it stands on the card.`,
  number: t`Enter the number of a Visa, Mastercard, American Express or Discover card.`,
  expiry: t`Enter a month after this one, as MM/YY.`,
  cvv: t`Enter the 3 or 4 digits.`,
  zip: t`Enter the zip code of the billing address.`,
};

export type CardErrors = Partial<Record<keyof CardFields, string>>;

/** Returns the errors by field, in words that name the repair.. */
export function cardErrors(card: CardFields, now = new Date()): CardErrors {
  const wrong = wrongCardFields(card, 'later_than_this_month', newYorkDay(now));
  return Object.fromEntries(wrong.map((field) => [field, repairs[field]]));
}

/** Formats a card number as printed: groups of four, American Express 4-6-5. R-239. */
export const maskCardNumber: Mask = (text) =>
  spaced(text, (digits) => (/^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4]));
