import { inNewYork } from '@portal/kit/clock';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { isHolderName } from './holder-name.ts';

export const cardTypes = ['Visa', 'Mastercard', 'American Express', 'Discover'];

/**
 * A card that the processor's browser library turned into an opaque value, good once. Never a
 * number.
 */
export interface NewCard {
  descriptor: string;
  value: string;
  last4: string;
  expMonth: number;
  expYear: number;
  billingZip: string;
  cardholderName: string;
  cardType: string;
}
/** A person's means of payment: a saved card or a new one. */
export interface Method {
  ccId: string | null;
  newCard: NewCard | null;
}

/** A card is good until its month has ended in New York. */
export function isExpired(
  { expMonth, expYear }: { expMonth: number; expYear: number },
  now: Date,
): boolean {
  const today = inNewYork(now);
  return expYear < today.year || (expYear === today.year && expMonth < today.month);
}

/** A card that is still good, for this month of New York and at most the next. */
export function expiresSoon(card: Pick<NewCard, 'expMonth' | 'expYear'>, now: Date): boolean {
  const today = inNewYork(now);
  const monthsLeft = (card.expYear - today.year) * 12 + card.expMonth - today.month;
  return monthsLeft === 0 || monthsLeft === 1;
}

/**
 * Refuses with card_declined, without asking the processor, to charge a saved card that has
 * expired.
 */
export function checkNotExpired(card: { expMonth: number; expYear: number }, now: Date): void {
  if (!isExpired(card, now)) return;
  const reason = 'This card has expired. Please choose another card or add a new one.';
  throw domainError('card_declined', { reason });
}

const between = (text: string, least: number, most: number) =>
  text.trim().length >= least && text.length <= most;
export const looksLikeCardNumber = (text: string) => /(?:\d[ -]?){13,19}/.test(text);

/**
 * Checks the fields of a new card. Refuses with card_fields_invalid, or with card_data_refused when
 * one holds a whole card number.
 */
export function checkNewCard(card: NewCard, now: Date): NewCard {
  if ([card.last4, card.billingZip, card.cardholderName, card.cardType].some(looksLikeCardNumber)) {
    throw domainError('card_data_refused', 'Card numbers are not accepted here.');
  }
  const expYear = card.expYear < 100 ? card.expYear + 2000 : card.expYear;
  const checks: [field: string, holds: boolean][] = [
    ['acceptPaymentDescriptor', between(card.descriptor, 1, 128)],
    ['acceptPaymentValue', between(card.value, 1, 8192)],
    ['ccLast4', /^\d{4}$/.test(card.last4)],
    ['ccExpMonth', card.expMonth >= 1 && card.expMonth <= 12],
    ['ccExpYear', expYear <= 2100 && !isExpired({ expMonth: card.expMonth, expYear }, now)],
    ['billingZipCode', between(card.billingZip, 3, 10)],
    ['cardholderName', isHolderName(card.cardholderName)],
    ['cardType', cardTypes.includes(card.cardType)],
  ];
  const message = 'Please fill in all the fields accurately.';
  const errors = checks.filter(([, holds]) => !holds).map(([path]) => ({ path, message }));
  if (errors.length > 0) throw domainError('card_fields_invalid', message, { errors });
  return { ...card, expYear };
}

/**
 * Checks what a person wants to pay with. Refuses with no_payment_method, card_fields_invalid or
 * card_data_refused.
 */
export function checkMethod(
  method: { ccId?: string | undefined; newCard?: NewCard | undefined } | undefined,
  now: Date,
): Method {
  if (method?.newCard) return { ccId: null, newCard: checkNewCard(method.newCard, now) };
  if (method?.ccId) return { ccId: method.ccId, newCard: null };
  throw domainError('no_payment_method');
}

/** A saved card that is not this student's is as if it were not there. */
export const cardNotFound = (): DomainError => domainError('payment_method_not_found');
