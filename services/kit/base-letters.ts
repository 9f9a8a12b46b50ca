/** Characters whose stroke, dot or bar is not a mark in Unicode, with their base characters. */
const BASES: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
};
const STROKED = /[łøđðħŧıæœ]/gu;

/** Returns the text in lower case, each letter without its marks: 'Łódź' is 'lodz'. */
export const baseLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase() // folds what has no capital of its own: Straße is STRASSE
    .toLowerCase()
    .replace(STROKED, (letter) => BASES[letter] ?? letter);
