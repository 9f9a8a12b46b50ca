import type { Exam } from './exam.ts';

type Searched = Pick<
  Exam,
  'subject' | 'vendor_name' | 'vendor_fullname' | 'secularNumber' | 'alt1' | 'alt2' | 'alt3'
>;

const plain = (text: string): string =>
  text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
const quote = /["\u201c\u201d]/;

/** The words and quoted phrases of a search term; a quote that is not closed reaches to the end. */
export function searchParts(term: string): string[] {
  return term
    .split(quote)
    .flatMap((part, index) => (index % 2 === 1 ? [plain(part)] : plain(part).split(' ')))
    .filter((part) => part !== '');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The names of an exam as the search compares them, made once an exam. */
const namesOf = new WeakMap<Searched, readonly string[]>();
function searchedNames(exam: Searched): readonly string[] {
  const known = namesOf.get(exam);
  if (known) return known;
  const { subject, vendor_name, vendor_fullname, secularNumber, alt1, alt2, alt3 } = exam;
  const names = [subject, vendor_name, vendor_fullname, secularNumber, alt1, alt2, alt3].flatMap(
    (text) => (text ? [plain(text)] : []),
  );
  namesOf.set(exam, names);
  return names;
}

const startOfWord = '(?<![\\p{L}\\p{N}])';

/** The places of a text that a term matches, as `[from, to)`, in order and apart. R-105. */
export function searchedPlaces(text: string, term: string): [from: number, to: number][] {
  const parts = searchParts(term).map((part) => escaped(part).replaceAll(' ', '\\s+'));
  if (parts.length === 0) return [];
  parts.sort((a, b) => b.length - a.length); // of two that begin alike the longer one
  const found = text.matchAll(new RegExp(`${startOfWord}(?:${parts.join('|')})`, 'giu'));
  return [...found].map(({ index, 0: match }) => [index, index + match.length]);
}

/**
 * Whether an exam matches every word and phrase of a term: each at the start of a word of its names
 * or its code, without case. R-105.
 */
export function examSearch(term: string): (exam: Searched) => boolean {
  const patterns = searchParts(term).map((part) => new RegExp(startOfWord + escaped(part), 'u'));
  return (exam) =>
    patterns.every((pattern) => searchedNames(exam).some((name) => pattern.test(name)));
}
