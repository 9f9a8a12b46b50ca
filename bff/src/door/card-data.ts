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
const numberShape = /(?<![\p{L}\p{N}]|\d[ -])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}]|[ -]\d)/gu;

function holdsCardNumber(text: string): boolean {
  if (text.length < 13) return false;
  for (const [run] of text.matchAll(numberShape)) if (passesLuhn(run.replace(/\D/g, ''))) return true;
  return false;
}

/** Fields whose right values may be long numbers: a mail address that begins with one, a login name that is one. */
const namesOfPeople: Readonly<Record<string, RegExp>> = { email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, loginname: /^[\w.]+$/ };

/** Whether a value is what its field is for, so that its digits are no card's. In groups or free-standing they are refused there too. */
const isRightName = (field: string, value: unknown): boolean =>
  typeof value === 'string' && namesOfPeople[plainName(field)]?.test(value.trim()) === true;

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
      if (!isRightName(name, inner)) open.push(inner);
    }
  }
  return false;
}
