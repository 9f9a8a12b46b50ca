import { z } from 'zod';

// What a person's record takes, wherever one is kept.

/** Straight and curly, and the geresh and gershayim of Hebrew abbreviations. */
const APOSTROPHES = `'\u2018\u2019\u05f3\u05f4`;
/** Of keyboards and of typographers, and the Hebrew maqaf. */
const HYPHENS = '\u2010\u05be-';
const NAME = new RegExp(`^[\\p{L}\\p{M}${APOSTROPHES}. ${HYPHENS}]+$`, 'u');
const ADDRESS = new RegExp(`^[\\p{L}\\p{M}\\p{N}${APOSTROPHES}. ,#/${HYPHENS}]+$`, 'u');
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/**
 * What nobody sees, or sees as something else: joiners, bidi overrides, fillers, enclosing marks.
 */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Me}/u;
const CONTROL_OR_OVERRIDE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** What no name of a place holds: markup and pictures. */
const MARKUP_OR_PICTURE = /[<>]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/**
 * Letters of any script, hyphen, apostrophe, full stop and spaces; at most 100 (R-042, widened).
 */
export const isName = (text: string): boolean =>
  text.length <= 100 && NAME.test(text) && LETTER.test(text) && !UNSEEN.test(text);

/** As a name, and digits, comma, # and slash (R-043, widened). */
export const isAddress = (text: string): boolean =>
  text.length <= 100 && ADDRESS.test(text) && LETTER_OR_DIGIT.test(text) && !UNSEEN.test(text);

/** A city, state or country: 1 to so many characters on one line that read as they are. */
export const isPlace = (text: string, most: number): boolean =>
  text.length <= most &&
  text.isWellFormed() &&
  LETTER_OR_DIGIT.test(text) &&
  !CONTROL_OR_OVERRIDE.test(text) &&
  !UNSEEN.test(text) &&
  !MARKUP_OR_PICTURE.test(text);

const PHONE = /^(?=(?:\D*\d){9})[\d()+\-/ ]{9,20}(?: ?x ?\d{1,6})?$/;
/** Up to 20 characters with at least 9 digits, then perhaps an extension. */
export const isPhone = (text: string): boolean => PHONE.test(text);

/** A standard mail address of at most 254 characters. */
export const isEmail = (text: string): boolean => text.length <= 254 && z.regexes.email.test(text);

/**
 * 5 digits or 5+4 in the United States, else up to 10 letters, digits, spaces and hyphens.
 */
export function isZip(zip: string, country: string | null): boolean {
  const isAmerican = /^(us|u\.s\.|usa|united states( of america)?)$/i.test(country ?? '');
  return isAmerican ? /^\d{5}(-\d{4})?$/.test(zip) : /^[A-Za-z\d -]{1,10}$/.test(zip);
}

/** Whether a text is a day, YYYY-MM-DD. */
export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;
