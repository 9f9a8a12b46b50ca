import { type Day, monthsBefore } from '../days.ts';

// What a person's record takes, without the weight of schemas: the page checks with these early,
// the schemas of the calls stand on them.

/** Straight and curly, and the geresh and gershayim of Hebrew abbreviations. */
const APOSTROPHES = `'\u2018\u2019\u05f3\u05f4`;
/** Of keyboards and of typographers, and the Hebrew maqaf. */
const HYPHENS = '\u2010\u05be-';
const NAME = new RegExp(`^[\\p{L}\\p{M}${APOSTROPHES}. ${HYPHENS}]+$`, 'u');
const ADDRESS = new RegExp(`^[\\p{L}\\p{M}\\p{N}${APOSTROPHES}. ,#/${HYPHENS}]+$`, 'u');
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/**
 * What nobody sees, or sees as something else: joiners, fillers, variation selectors, enclosing
 * marks.
 */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Me}/u;
/** What no name of a person, company or place holds: markup and pictures. */
const MARKUP_OR_PICTURE = /[<>]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const PHONE = /^(?=(?:\D*\d){9})[\d()+\-/ ]{9,20}(?: ?x ?\d{1,6})?$/;
const CONTROL = /\p{Cc}/u;
const OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;
const COHORT = /^\d{4}-\d{4}$/;

/** Letters of any script, hyphen, apostrophe, full stop and spaces; at most 100. R-042, widened. */
export const isName = (text: string): boolean =>
  text.length <= 100 && NAME.test(text) && LETTER.test(text) && !UNSEEN.test(text);
/** As a name, and digits, comma, # and slash. R-043, widened. */
export const isAddress = (text: string): boolean =>
  text.length <= 100 && ADDRESS.test(text) && LETTER_OR_DIGIT.test(text) && !UNSEEN.test(text);
/** Up to 20 characters with at least 9 digits, then perhaps an extension. R-044. */
export const isPhone = (text: string): boolean => PHONE.test(text);
/**
 * Whether it holds characters that force a direction on what follows, so that it is read otherwise
 * than it is.
 */
export const turnsRound = (text: string): boolean => OVERRIDE.test(text);
/** A text of 1 to so many characters on one line that reads as it is. */
export const isText = (text: string, most: number): boolean =>
  text.length >= 1 &&
  text.length <= most &&
  !CONTROL.test(text) &&
  !turnsRound(text) &&
  text.isWellFormed();
/**
 * A city, state or country, the holder of a card or account: a text without markup and pictures.
 */
export const isPlainName = (text: string, most: number): boolean =>
  isText(text, most) &&
  LETTER_OR_DIGIT.test(text) &&
  !UNSEEN.test(text) &&
  !MARKUP_OR_PICTURE.test(text);
/**
 * 5 digits or 5+4 in the United States, else up to 10 letters, digits, spaces and hyphens. R-046.
 */
export function isZip(text: string, country: string): boolean {
  const isAmerican = /^(us|u\.s\.|usa|united states( of america)?)$/i.test(country.trim());
  return isAmerican ? /^\d{5}(-\d{4})?$/.test(text) : /^[A-Za-z\d -]{1,10}$/.test(text);
}
/** `YYYY-YYYY` */
export const isCohort = (text: string): boolean => COHORT.test(text);
/** At least 13 years old. R-047. */
export const isOldEnough = (born: Day, today: Day): boolean => born <= monthsBefore(today, 13 * 12);
