import { type Day, monthsBefore } from './days.ts';

// What a person's record takes, without the weight of schemas: the page checks with these early, the schemas of the calls stand on them.

const NAME = /^[\p{L}\p{M} ]{1,100}$/u;
const ADDRESS = /^[\p{L}\p{M}\p{N}\s,#-]{1,100}$/u;
const PHONE = /^(?=(?:\D*\d){9})[\d()+\-/ ]{9,20}(?: ?x ?\d{1,6})?$/;
const CONTROL = /\p{Cc}/u;
const OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;
const COHORT = /^\d{4}-\d{4}$/;

/** Letters of any alphabet and spaces. R-042. */
export const isName = (text: string): boolean => NAME.test(text);
/** Letters, digits, spaces, hyphen, comma and #. R-043. */
export const isAddress = (text: string): boolean => ADDRESS.test(text);
/** Up to 20 characters with at least 9 digits, then perhaps an extension. R-044. */
export const isPhone = (text: string): boolean => PHONE.test(text);
/** Whether it holds characters that force a direction on what follows, so that it is read otherwise than it is. */
export const turnsRound = (text: string): boolean => OVERRIDE.test(text);
/** A city, state or country of at most so many characters. */
export const isPlace = (text: string, most: number): boolean =>
  text.length >= 1 && text.length <= most && !CONTROL.test(text) && !turnsRound(text) && text.isWellFormed();
/** 5 digits or 5+4 in the United States, else up to 10 letters, digits, spaces and hyphens. R-046. */
export function isZip(text: string, country: string): boolean {
  const isAmerican = /^(us|u\.s\.|usa|united states( of america)?)$/i.test(country.trim());
  return isAmerican ? /^\d{5}(-\d{4})?$/.test(text) : /^[A-Za-z\d -]{1,10}$/.test(text);
}
/** `YYYY-YYYY` */
export const isCohort = (text: string): boolean => COHORT.test(text);
/** At least 13 years old. R-047. */
export const isOldEnough = (born: Day, today: Day): boolean => born <= monthsBefore(today, 13 * 12);
