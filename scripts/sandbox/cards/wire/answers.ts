/** An answer of the API: `messages` and the fields of the request's kind. */
export interface Answer {
  messages: { resultCode: 'Ok' | 'Error'; message: { code: string; text: string }[] };
  [field: string]: unknown;
}

const texts: Record<string, string> = {
  I00001: 'Successful.',
  I00004: 'No records found.',
  E00001: 'An error occurred during processing. Please try again.',
  E00003: 'An error occurred while parsing the XML request.',
  E00004: 'The name of the requested API method is invalid.',
  E00007: 'User authentication failed due to invalid authentication values.',
  E00013: 'The field is invalid.',
  E00014: 'A required field is not present.',
  E00027: 'The transaction was unsuccessful.',
  E00039: 'A duplicate customer payment profile already exists.',
  E00040: 'The record cannot be found.',
  E00042: 'You cannot add more than 10 payment profiles.',
  E00113: 'Invalid OTS Token Data.',
  E00114: 'Invalid OTS Token.',
  E00115: 'Expired OTS Token.',
};

/** A card with this billing zip code is declined, as in the real processor's own sandbox. */
export const declinedZip = '46282';

/**
 * A charge of more than 1.23 dollars with this billing zip code is approved only in part, as in the
 * real processor's own sandbox.
 */
export const partialZip = '46225';
export const partialCents = 123;

/** A successful answer with its fields. */
export function ok(
  fields: Record<string, unknown> = {},
  code: 'I00001' | 'I00004' = 'I00001',
): Answer {
  return {
    ...fields,
    messages: { resultCode: 'Ok', message: [{ code, text: texts[code] ?? '' }] },
  };
}

/** A refusal. Without `text` the API's own sentence of that code. */
export function refused(code: string, text?: string, fields: Record<string, unknown> = {}): Answer {
  return {
    ...fields,
    messages: {
      resultCode: 'Error',
      message: [{ code, text: text ?? texts[code] ?? texts.E00001 ?? '' }],
    },
  };
}

/** Response reasons of transactions, as the API words them. */
export const reasons = {
  1: 'This transaction has been approved.',
  2: 'This transaction has been declined.',
  5: 'A valid amount is required.',
  6: 'The credit card number is invalid.',
  7: 'Credit card expiration date is invalid.',
  8: 'The credit card has expired.',
  9: 'The ABA code is invalid.',
  10: 'The account number is invalid.',
  11: 'A duplicate transaction has been submitted.',
  16: 'The transaction cannot be found.',
  18: 'ACH transactions are not accepted by this merchant.',
  33: 'Credit card number is required.',
  54: 'The referenced transaction does not meet the criteria for issuing a credit.',
  55: 'The sum of credits against the referenced transaction would exceed original debit amount.',
  295:
    'The amount of this request was only partially approved on the given prepaid card. ' +
    'Additional payments are required to fulfill the balance of this transaction.',
  310: 'This transaction has already been voided.',
  311: 'This transaction has already been captured.',
} as const;
export type Reason = keyof typeof reasons;
