// Rules for the fields of a person's record, for pages, calls, services and imports alike. Texts
// are normalised (`normalizeLine`) before they come here.

// Apostrophes are straight or curly, or the geresh and gershayim of Hebrew abbreviations; hyphens
// those of keyboards and of typographers, and the Hebrew maqaf.
const NOT_IN_NAME = /[^\p{L}\p{M}'\u2018\u2019\u05f3\u05f4. \u2010\u05be-]/u;
const NOT_IN_ADDRESS =
  /[^\p{L}\p{M}\p{N}'\u2018\u2019\u05f3\u05f4"\u201c\u201d. ,#/()&:;\u2010\u05be-]/u;
/** ", Jr.", ", Sr." or a Roman numeral after a comma. */
const SUFFIX = /, ?(?:jr\.?|sr\.?|[ivx]{1,5})$/i;
/** The ASCII quote of a Hebrew abbreviation is between two Hebrew letters. */
const HEBREW_QUOTE = /(?<=\p{Script=Hebrew})"(?=\p{Script=Hebrew})/gu;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/**
 * Characters that are not visible or look like others: joiners, fillers, variation selectors,
 * enclosing marks.
 */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Me}/u;
/** No name of a person, company or place holds markup or pictures. */
const MARKUP_OR_PICTURE = /[<>]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const EXTENSION = / ?(?:x|ext\.?) ?\d{1,6}$/i;
const PHONE = /^(?=(?:\D*\d){9})[\d()+\-/. ]{9,20}$/;
const NOT_IN_PHONE = /[^\d()+\-/. ]/u;
const CONTROL = /\p{Cc}/u;
const OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;
const COHORT = /^\d{4}-\d{4}$/;

/** A name without the suffix and Hebrew quotes, which have rules of their own. */
const plainName = (text: string): string => text.replace(SUFFIX, '').replace(HEBREW_QUOTE, '');

/**
 * Whether a text is a name: letters of any script, hyphen, apostrophe, full stop and spaces, a
 * comma before Jr., Sr. or a Roman numeral; at most 100 characters. R-042, R-406.
 */
export const isName = (text: string): boolean =>
  text.length <= 100 &&
  !NOT_IN_NAME.test(plainName(text)) &&
  LETTER.test(text) &&
  !UNSEEN.test(text);

/** Whether a text is an address: as a name, and digits and , # / ( ) & : ; ". R-043, R-406. */
export const isAddress = (text: string): boolean =>
  text.length <= 100 &&
  !NOT_IN_ADDRESS.test(text) &&
  LETTER_OR_DIGIT.test(text) &&
  !UNSEEN.test(text);

/**
 * Whether a text is a phone number: up to 20 characters with at least 9 digits, then perhaps an
 * extension after "x" or "ext.". R-044, R-406.
 */
export const isPhone = (text: string): boolean => PHONE.test(text.replace(EXTENSION, ''));

/** Whether a text forces a direction on what follows, so that it reads as something else. */
export const turnsRound = (text: string): boolean => OVERRIDE.test(text);

/** Whether a text has 1 to so many characters on one line and reads as it is. */
export const isText = (text: string, most: number): boolean =>
  text.length >= 1 &&
  text.length <= most &&
  !CONTROL.test(text) &&
  !turnsRound(text) &&
  text.isWellFormed();

/**
 * Whether a text is a city, state or country, or the holder of a card or account: a text without
 * markup and pictures.
 */
export const isPlainName = (text: string, most: number): boolean =>
  isText(text, most) &&
  LETTER_OR_DIGIT.test(text) &&
  !UNSEEN.test(text) &&
  !MARKUP_OR_PICTURE.test(text);

/**
 * Whether a text is a zip: 5 or 9 digits in the United States, else up to 10 letters, digits,
 * spaces and hyphens. R-046, R-406.
 */
export function isZip(text: string, country: string | null): boolean {
  const isAmerican = /^(us|u\.s\.|usa|united states( of america)?)$/i.test((country ?? '').trim());
  return isAmerican ? /^\d{5}(?:-?\d{4})?$/.test(text) : /^[A-Za-z\d -]{1,10}$/.test(text);
}

/** Whether a text is a cohort, `YYYY-YYYY`. */
export const isCohort = (text: string): boolean => COHORT.test(text);

const WRONG_CHARACTER = new Map<(text: string) => boolean, (text: string) => string | undefined>([
  [isName, (text) => NOT_IN_NAME.exec(plainName(text))?.[0] ?? UNSEEN.exec(text)?.[0]],
  [isAddress, (text) => NOT_IN_ADDRESS.exec(text)?.[0] ?? UNSEEN.exec(text)?.[0]],
  [isPhone, (text) => NOT_IN_PHONE.exec(text.replace(EXTENSION, ''))?.[0]],
]);
const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{S}]$/u;

/** Names a character: as it is in quotes, or its code point when it is not visible. */
export const nameOfCharacter = (character: string): string =>
  PRINTABLE.test(character)
    ? `"${character}"`
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The first character of a text that cannot be read: a control, an override, half a pair. */
export const unreadableCharacter = (text: string): string | undefined =>
  /[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Cs}]/u.exec(text)?.[0];

const otherCharacter = (text: string): string | undefined =>
  unreadableCharacter(text) ?? UNSEEN.exec(text)?.[0] ?? MARKUP_OR_PICTURE.exec(text)?.[0];

/** Names the character for which a rule refuses a text; null when none alone is the reason. */
export function wrongCharacter(text: string, rule?: (text: string) => boolean): string | null {
  const find = (rule && WRONG_CHARACTER.get(rule)) ?? otherCharacter;
  const found = find(text);
  return found === undefined ? null : nameOfCharacter(found);
}

/**
 * Adds to the sentence of a wrong field which character is wrong: 'First name invalid: "4" is not
 * allowed.'; the sentence alone when no single character is the reason. R-404.
 */
export function withCharacter(
  message: string,
  text: string,
  rule?: (text: string) => boolean,
): string {
  const name = wrongCharacter(text, rule);
  return name === null ? message : `${message}: ${name} is not allowed.`;
}
