import { cardTypes, looksLikeCardNumber } from '../cards/card-fields.ts';
import { domainError } from '../errors.ts';

/** A card that pays once and is saved nowhere: an opaque value, never a number. */
export interface OneTimeCard {
  descriptor: string;
  value: string;
  /** As the page knows them; null: the processor will say. */
  last4: string | null;
  cardType: string | null;
}

const isBetween = (text: string, most: number) => text.trim() !== '' && text.length <= most;

/** Checks a card that pays once. Refuses with card_fields_invalid or card_data_refused. R-237. */
export function checkOneTimeCard(card: OneTimeCard): OneTimeCard {
  const { descriptor, value, last4, cardType } = card;
  if ([last4, cardType].some((text) => text !== null && looksLikeCardNumber(text)))
    throw domainError('card_data_refused', 'Card numbers are not accepted here.');
  const checks: [field: string, holds: boolean][] = [
    ['acceptPaymentDescriptor', isBetween(descriptor, 128)],
    ['acceptPaymentValue', isBetween(value, 8192)],
    ['ccLast4', last4 === null || /^\d{4}$/.test(last4)],
    ['cardType', cardType === null || cardTypes.includes(cardType)],
  ];
  const message = 'Please fill in all the fields accurately.';
  const errors = checks.filter(([, holds]) => !holds).map(([path]) => ({ path, message }));
  if (errors.length > 0) throw domainError('card_fields_invalid', message, { errors });
  return card;
}
