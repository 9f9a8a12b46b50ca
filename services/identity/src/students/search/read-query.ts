import { nameKey } from '../../records/students/name-key.ts';

/** The possible meanings of a few words typed to find a student. */
export interface StudentQuery {
  /** Words of names as they are searched, in the order typed; at most four. */
  words: string[];
  /** Beginning of an address, lower case. */
  email: string | null;
  /** YYYY-MM-DD */
  dob: string | null;
  /** Digits from the area code on, seven to ten. */
  phone: string | null;
  last4Ssn: string | null;
  /** A number of ours. */
  id: number | null;
  /** An id that a partner gave, as typed. */
  partnerId: string | null;
}

const NOTHING: StudentQuery = {
  words: [],
  email: null,
  dob: null,
  phone: null,
  last4Ssn: null,
  id: null,
  partnerId: null,
};
const MAX_WORDS = 4;
/** Fewer letters than this begin too many names. */
const MIN_LETTERS = 2;

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const LETTER = /\p{L}/u;
const NUMBER = /^[\d\s().+-]+$/;

function dayOf(text: string): string | null {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  const [, usMonth, usDay, usYear] = US_DAY.exec(text) ?? [];
  const iso = year
    ? `${year}-${month}-${day}`
    : usYear && `${usYear}-${usMonth?.padStart(2, '0')}-${usDay?.padStart(2, '0')}`;
  if (!iso) return null;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

function ofNumber(text: string): StudentQuery {
  const digits = text.replace(/\D/g, '');
  // a country code of ours says nothing: phones are compared from the area code on
  const phone = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  const isWhole = digits === text;
  return {
    ...NOTHING,
    phone: phone.length >= 7 && phone.length <= 10 ? phone : null,
    last4Ssn: isWhole && digits.length === 4 ? digits : null,
    id: isWhole && digits.length > 0 && digits.length <= 10 ? Number(digits) : null,
    partnerId: isWhole && digits.length > 0 ? digits : null,
  };
}

/**
 * Parses a query of at most 100 characters: an address, a birth date, a number (phone, last four of
 * the SSN, an id of ours or of a partner), or names in any order.
 */
export function readQuery(typed: string): StudentQuery {
  const text = typed.trim();
  if (text.includes('@')) return { ...NOTHING, email: text.toLowerCase() };
  const dob = dayOf(text);
  if (dob) return { ...NOTHING, dob };
  if (NUMBER.test(text)) return ofNumber(text);
  const words = nameKey(text.replaceAll(',', ' ')).split(' ').filter(Boolean).slice(0, MAX_WORDS);
  return words.some((word) => word.length >= MIN_LETTERS && LETTER.test(word))
    ? { ...NOTHING, words }
    : NOTHING;
}
