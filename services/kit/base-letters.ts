/** Letters whose stroke, dot or bar Unicode does not take for a mark, and what they are based on. */
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
