import { baseLetters } from '../base-letters.ts';

/** A query of the finder. */
export interface FinderQuery {
  /** As typed, without the spaces around it. */
  text: string;
  /** Its words as they are compared, at most six. */
  words: string[];
  /** A number that was typed alone, or after the letter of a kind; null: none. */
  id: number | null;
  /** The kind that the letter named: 'r881', 's204'. Null: any. */
  idOf: FinderKindName | null;
}

/** Kinds of things that services find. */
export const FINDER_KINDS = ['student', 'registration', 'session', 'school', 'exam'] as const;
export type FinderKindName = (typeof FINDER_KINDS)[number];

const MAX_LENGTH = 100;
const MAX_WORDS = 6;
/** Fewer letters begin too many names. */
const MIN_LETTERS = 2;
const LARGEST_ID = 2_147_483_647;
const lettersOf: Readonly<Record<string, FinderKindName>> = { r: 'registration', s: 'session' };

/** A text as it is compared: in words of base letters and digits. */
export const wordsOf = (text: string): string[] =>
  baseLetters(text)
    .replace(/['\u2018\u2019\u05f3\u05f4]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Reads what was typed into the finder. R-572. */
export function readFinderQuery(typed: string): FinderQuery {
  const text = typed.slice(0, MAX_LENGTH).trim();
  const [, letter, digits] = /^([rs]?)(\d{1,10})$/i.exec(text) ?? [];
  const id = digits === undefined ? 0 : Number(digits);
  const hasId = id > 0 && id <= LARGEST_ID;
  return {
    text,
    words: wordsOf(text).slice(0, MAX_WORDS),
    id: hasId ? id : null,
    idOf: (hasId && lettersOf[letter?.toLowerCase() ?? '']) || null,
  };
}

/** The id of this kind that was typed; null: none, or of another kind. */
export const idTyped = ({ id, idOf }: FinderQuery, kind: FinderKindName): number | null =>
  idOf === null || idOf === kind ? id : null;

/**
 * Whether each typed word is the beginning of a word in one of these texts; too short a word
 * matches none.
 */
export function fitsWords(
  words: readonly string[],
  texts: readonly (string | null | undefined)[],
): boolean {
  if (words.join('').length < MIN_LETTERS) return false;
  const known = texts.flatMap((text) => wordsOf(text ?? ''));
  return words.every((word) => known.some((one) => one.startsWith(word)));
}
