import { passesLuhn } from '@portal/contract/payments/card-checks';

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
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** The fewest and the most digits of a card number. */
const [FEWEST, MOST] = [13, 19];
/** How card numbers are printed and typed: digits of each group. */
const groupings = new Set([4444, 464, 465, 4441, 445, 44443]);
const MAX_GROUPS = 5;

/**
 * Numbers of cards that people pay with begin so; a moment in milliseconds, a dialled 00 or a day
 * does not.
 */
const cardBegins = /^(?:2[2-7]|[3-6])/;
const isCardNumber = (digits: string): boolean =>
  digits.length >= FEWEST && digits.length <= MOST && cardBegins.test(digits) && passesLuhn(digits);

/** Whether there is anything but the usual letters, digits and marks. */
const foreign = /[\u0080-\uffff]/;
/**
 * Marks on letters and invisible characters. They are removed first: sorting many marks costs their
 * number squared.
 */
const unseen = /[\p{M}\p{Cf}]+/gu;
/** Values full of digits that the product itself sends and people write down. */
const uuids =
  /(?<![\p{L}\p{N}])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\p{L}\p{N}])/giu;
const days = [
  /(?<!\d)(?:0?[1-9]|1[0-2])[/-](?:0?[1-9]|[12]\d|3[01])[/-](?:19|20)\d\d(?!\d)/g,
  /(?<!\d)(?:19|20)\d\d[/-](?:0?[1-9]|1[0-2])[/-](?:0?[1-9]|[12]\d|3[01])(?!\d)/g,
];
/** Replaces them, and joins nothing. */
const APART = '|';

type Gap = 'none' | 'mark' | 'letter' | 'wide';
interface Group {
  digits: string;
  /** The characters between the group before and this one; none: they do not belong together. */
  gap: Gap;
}

const marks = new Set(' ._/-');
const LETTER = /^\p{L}$/u;
const wide = /^[\p{L} ._/-]{1,3}$/u;
const gapOf = (between: string): Gap => {
  if (marks.has(between)) return 'mark';
  if (LETTER.test(between)) return 'letter';
  return wide.test(between) ? 'wide' : 'none';
};

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Whether there are digits enough for a card number; most texts that people send have fewer. */
function holdsManyDigits(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length && digits < FEWEST; at += 1)
    if (isDigit(text.charCodeAt(at))) digits += 1;
  return digits === FEWEST;
}

/**
 * Splits by hand, since a long text may be nothing but numbers: a match object for each would cost
 * more than all the rest.
 */
function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  // most gaps between numbers are the same as the gap before
  let [between, gap] = ['', gapOf('')];
  for (let at = 0, end = 0; at < text.length; at += 1) {
    if (!isDigit(text.charCodeAt(at))) continue;
    const start = at;
    while (isDigit(text.charCodeAt(at))) at += 1;
    // a long gap joins nothing, so it is skipped
    const isLong = start - end > 6;
    if (!isLong && text.slice(end, start) !== between) {
      between = text.slice(end, start);
      gap = gapOf(between);
    }
    groups.push({ digits: text.slice(start, at), gap: isLong ? 'none' : gap });
    end = at;
  }
  return groups;
}

function joined(groups: readonly Group[], from: number, to: number): string {
  let number = '';
  for (let at = from; at <= to; at += 1) number += groups[at]?.digits;
  return number;
}

/**
 * Returns whether a card number is in one group, or in groups as cards are printed, in any context.
 */
function holdsPrinted(groups: readonly Group[], isCard: (digits: string) => boolean): boolean {
  for (let at = 0; at < groups.length; at += 1) {
    const { digits } = groups[at] as Group;
    if (isCard(digits)) return true;
    if (digits.length !== 4) continue;
    let shape = 4;
    for (let next = at + 1; next < Math.min(at + MAX_GROUPS, groups.length); next += 1) {
      const { gap, digits: more } = groups[next] as Group;
      if (gap === 'none' || more.length > 6) break;
      shape = shape * 10 + more.length;
      if (groupings.has(shape) && isCard(joined(groups, at, next))) return true;
    }
  }
  return false;
}

/**
 * Whether a number is a card's whose digits are kept apart by one mark each, or by one letter each,
 * in whatever groups; a longer row of digits is none.
 */
function holdsSpaced(groups: readonly Group[], isCard: (digits: string) => boolean): boolean {
  let [row, kind]: [string, Gap | null] = ['', null];
  for (const { digits, gap } of groups) {
    const goesOn: boolean = (gap === 'mark' || gap === 'letter') && (kind === null || kind === gap);
    if (!goesOn && isCard(row)) return true;
    // a row that is too long already is only followed to its end
    if (!goesOn) row = digits;
    else if (row.length <= MOST) row += digits;
    kind = goesOn ? gap : null;
  }
  return isCard(row);
}

/**
 * Digits of a phone number: at most so many with + and the country, and hardly ever more than the
 * latter without.
 */
const mostOfPhone = { international: 15, other: 14 } as const;

function holdsCardNumber(text: string, isPhone = false): boolean {
  if (text.length < FEWEST) return false;
  // full-width digits and odd spaces are written as the usual ones
  let plain = foreign.test(text) ? text.replace(unseen, '').normalize('NFKC') : text;
  if (!holdsManyDigits(plain)) return false;
  for (const known of [uuids, ...days]) plain = plain.replace(known, APART);
  // an extension is no part of a phone number
  if (isPhone) plain = plain.replace('x', APART);
  const fewest = isPhone
    ? mostOfPhone[plain.trimStart().startsWith('+') ? 'international' : 'other']
    : 0;
  const groups = groupsIn(plain);
  const isCard = (digits: string): boolean => digits.length > fewest && isCardNumber(digits);
  return holdsPrinted(groups, isCard) || holdsSpaced(groups, isCard);
}

/**
 * Machines make long words that hold digits by chance: in those, only a number between separators
 * is found.
 */
const freeNumber = /(?<![\p{L}\p{N}]|\d[ .-])\d(?:[ .-]?\d){12,18}(?![\p{L}\p{N}]|[ .-]\d)/gu;
const madeByMachines = new Set([
  'token',
  'acceptpaymentdescriptor',
  'acceptpaymentvalue',
  'ccid',
  'invitation',
  'recaptchatoken',
]);

/** Whether what a field of this name takes is made by a machine, and not typed. */
export const isMadeByMachine = (field: string): boolean => madeByMachines.has(plainName(field));

const holdsFreeNumber = (text: string): boolean =>
  Array.from(text.matchAll(freeNumber)).some(([run]) => isCardNumber(run.replace(/\D/g, '')));

const MAX_ADDRESS = 254;
/** One @, no space, and a dot inside the part after it. */
function isMailAddress(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length > MAX_ADDRESS || at < 1 || at !== text.lastIndexOf('@') || /\s/.test(text))
    return false;
  return text.slice(at + 2, -1).includes('.');
}

/**
 * Fields whose right values may be long numbers: a mail address that begins with one, a login name
 * that is one.
 */
const namesOfPeople = new Map<string, (text: string) => boolean>([
  ['email', isMailAddress],
  ['loginname', (text) => /^[\w.]+$/.test(text)],
]);
const phones = new Set(['phone', 'cellphone']);
const phoneShape = /^[\d()+\-/ x]+$/;

/**
 * Whether a text in this field holds something like a card number. A value of the field's own kind
 * is none: a mail address, a login name, a phone number. In groups or between separators it is
 * refused there too. A password may be anything, and only its hash is kept.
 */
function isCardIn(field: string, text: string): boolean {
  const name = plainName(field);
  if (name === 'password' || namesOfPeople.get(name)?.(text.trim())) return false;
  if (madeByMachines.has(name)) return holdsFreeNumber(text);
  return holdsCardNumber(text, phones.has(name) && phoneShape.test(text));
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * Whether a request holds something like a full card number (in any field, at any depth, as text or
 * number), or a field named as a security code. R-237. Walks without recursion, so that no depth of
 * nesting can end the process; costs as much as the request is long.
 */
export function holdsCardData(body: unknown): boolean {
  const open: unknown[] = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && holdsCardNumber(value)) return true;
    if (typeof value === 'number' && isCardNumber(String(value).replace(/\D/g, ''))) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const inner of value) open.push(inner);
      continue;
    }
    for (const [name, inner] of Object.entries(value)) {
      if (codeNames.has(plainName(name)) && isFilled(inner)) return true;
      if (holdsCardNumber(name)) return true;
      if (typeof inner !== 'string') open.push(inner);
      else if (isCardIn(name, inner)) return true;
    }
  }
  return false;
}
