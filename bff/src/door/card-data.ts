import { passesLuhn } from '@portal/contract/card-checks';

const codeNames = new Set([
  'cvv',
  'cvv2',
  'cvc',
  'cvc2',
  'csc',
  'cid',
  'cardcode',
  'securitycode',
  'cardsecuritycode',
  'cardnumber',
  'ccnumber',
  'pan',
  'accountnumber',
  'bankaccountnumber',
]);
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** 13 to 19 digits, perhaps in groups, that are not a part of a longer word: the shape of a card number. */
const numberShape = /(?<![\p{L}\p{N}]|\d[ .-])\d(?:[ .-]?\d){12,18}(?![\p{L}\p{N}]|[ .-]\d)/gu;

/** Numbers of cards that people pay with begin so; a moment in milliseconds, a dialled 00 or a part of a UUID does not. */
const cardBegins = /^(?:2[2-7]|[3-6])/;
/** Digits of a phone number: at most so many with + and the country, and hardly ever more than the latter without. */
const mostOfPhone = { international: 15, other: 14 } as const;

function holdsCardNumber(text: string, isPhone = false): boolean {
  if (text.length < 13) return false;
  // spaces and digits of other scripts' making are written as the usual ones
  const plain = text.normalize('NFKC');
  for (const { 0: run, index } of plain.matchAll(numberShape)) {
    const digits = run.replace(/\D/g, '');
    if (isPhone && digits.length <= mostOfPhone[plain[index - 1] === '+' ? 'international' : 'other']) continue;
    if (cardBegins.test(digits) && passesLuhn(digits)) return true;
  }
  return false;
}

/** Fields whose right values may be long numbers: a mail address that begins with one, a login name that is one. */
const namesOfPeople: Readonly<Record<string, RegExp>> = { email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, loginname: /^[\w.]+$/ };
const phones = new Set(['phone', 'cellphone']);
const phoneShape = /^[\d()+\-/ x]+$/;

/**
 * Whether a text in this field holds something like a card number. What its field is for is none: a mail address, a login name, a phone number. In
 * groups or free-standing it is refused there too. A password is whatever it is, and kept as a hash only.
 */
function isCardIn(field: string, text: string): boolean {
  const name = plainName(field);
  if (name === 'password' || namesOfPeople[name]?.test(text.trim())) return false;
  return holdsCardNumber(text, phones.has(name) && phoneShape.test(text));
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * Whether a request holds something like a full card number (in any field, at any depth, as text or number), or a field named as a
 * security code. R-237. Walks without recursion, so that no depth of nesting can end the process.
 */
export function holdsCardData(body: unknown): boolean {
  const open: unknown[] = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && holdsCardNumber(value)) return true;
    if (typeof value === 'number' && holdsCardNumber(String(value))) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (codeNames.has(plainName(name)) && isFilled(inner)) return true;
      if (holdsCardNumber(name)) return true;
      if (typeof inner !== 'string') open.push(inner);
      else if (isCardIn(name, inner)) return true;
    }
  }
  return false;
}
