import { isPlainName } from '@portal/access/text/person-rules';
import * as z from 'zod';
import { newYorkDay } from '../days.ts';
import { opaque, text } from '../types.ts';

const cardTypes = ['Visa', 'Mastercard', 'American Express', 'Discover'] as const;
export const CardType = z.enum(cardTypes);
export type CardType = z.output<typeof CardType>;

/** */
export const cardFieldsInvalid = 'Please fill in all the fields accurately.';
/** */
export const noPaymentMethod = 'Please enter your payment details.';

export const PaymentMethod = z
  .object({
    ccId: z.string().describe('The payment profile at the processor, opaque'),
    cardtype: CardType,
    cc4digits: z.string(),
    ccName: z.string(),
    ccExpMonth: z.int().min(1).max(12),
    ccExpYear: z.int().describe('Four digits'),
    expired: z.boolean(),
    expiresSoon: z.boolean().describe('Good for this month and at most the next'),
    isDefault: z.boolean().describe('The student chose it to be offered first'),
  })
  .meta({ id: 'PaymentMethod' });
export type PaymentMethod = z.output<typeof PaymentMethod>;

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year);
const isPast = (year: number, month: number): boolean =>
  `${year}-${String(month).padStart(2, '0')}` < newYorkDay(new Date()).slice(0, 7);

const message = cardFieldsInvalid;
/** The holder of a card or bank account, as a person wrote it. */
export const holderName = text(100, message).refine((name) => isPlainName(name, 100), message);
const newCardFields = z.object({
  acceptPaymentDescriptor: opaque(128, message).describe(
    "From the processor's browser library, used once",
  ),
  acceptPaymentValue: opaque(8192, message).describe(
    "From the processor's browser library, used once",
  ),
  ccLast4: z.string({ error: message }).regex(/^\d{4}$/, message),
  ccExpMonth: z.int({ error: message }).min(1, message).max(12, message),
  ccExpYear: z
    .int({ error: message })
    .min(0, message)
    .max(2099, message)
    .describe('Four digits, or two for 20xx; with the month not in the past'),
  billingZipCode: text(10, message).min(3, message),
  cardholderName: holderName,
  cardType: z.enum(cardTypes, { error: message }),
});
/** A card that pays once and is not saved, as the page gets it from that library. */
export const OneTimeCard = newCardFields
  .pick({ acceptPaymentDescriptor: true, acceptPaymentValue: true })
  .extend({
    ccLast4: newCardFields.shape.ccLast4.optional(),
    cardType: newCardFields.shape.cardType.optional(),
  });
export type OneTimeCard = z.output<typeof OneTimeCard>;
export const newCardNames = Object.keys(newCardFields.shape);

/**
 * A new card, as the page gets it from the processor's browser library: never a card number or a
 * security code.
 */
export const NewCard = newCardFields.transform((card, context) => {
  const ccExpYear = fullYear(card.ccExpYear);
  if (!isPast(ccExpYear, card.ccExpMonth)) return { ...card, ccExpYear };
  context.addIssue({ code: 'custom', message, path: ['ccExpYear'] });
  return z.NEVER;
});
export type NewCardFields = z.input<typeof NewCard>;
export type NewCard = z.output<typeof NewCard>;

/** The fields of a saved card in a request. */
export const SavedCard = z.object({
  ccId: opaque(64, noPaymentMethod).describe('A saved card of this student'),
});
export type SavedCard = z.output<typeof SavedCard>;

export interface CardRefusal {
  code: 'card_fields_invalid' | 'no_payment_method' | 'card_data_refused';
  detail: string;
  errors: { path: string; message: string }[];
}
type Fields = Readonly<Record<string, unknown>>;
export const missingCard = (paths: readonly string[]): CardRefusal => ({
  code: 'no_payment_method',
  detail: noPaymentMethod,
  errors: paths.map((path) => ({ path, message: noPaymentMethod })),
});

/**
 * Reads the new card of a paying call: null when the amount is 0, since then none is needed or
 * touched.
 */
export function readNewCard(fields: Fields): NewCard | null | CardRefusal {
  if (fields.amount === 0) return null;
  if (newCardNames.every((name) => fields[name] === undefined)) return missingCard(newCardNames);
  const { data, error } = NewCard.safeParse(fields);
  if (data) return data;
  const paths = new Set(error.issues.map((issue) => issue.path.join('.')));
  return {
    code: 'card_fields_invalid',
    detail: message,
    errors: [...paths].map((path) => ({ path, message })),
  };
}

/**
 * Reads the saved card of a paying call: null when the amount is 0, since then none is needed or
 * touched.
 */
export function readSavedCard(fields: Fields): SavedCard | null | CardRefusal {
  if (fields.amount === 0) return null;
  return SavedCard.safeParse(fields).data ?? missingCard(['ccId']);
}
