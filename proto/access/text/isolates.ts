// Isolates of the Unicode bidirectional algorithm (UAX #9): a text in one keeps the direction of
// its first strong letter and does not reorder the words around it.

export const FIRST_STRONG_ISOLATE = '\u2068';
export const POP_ISOLATE = '\u2069';

/** Returns a text for plain text of mixed directions: a mail's subject, an SVG text, a PDF line. */
export const isolate = (text: string): string =>
  text === '' ? '' : `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}`;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Returns data for a line of English: isolated if it has Hebrew or Arabic letters. */
export const isolateRightToLeft = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? isolate(text) : text;

/** Returns a text without its isolates, for programs and fonts that do not know them. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

const RIGHT_TO_LEFT_MARK = '\u200f';
const LETTERS = /\p{L}/gu;

/**
 * Returns the mark that a Hebrew text needs at its start: without it a text that begins with a
 * Latin word, such as "SSN", would be taken for one from left to right. '' where it needs none.
 */
function startOf(text: string): string {
  const [first = ''] = text.match(LETTERS) ?? [];
  return RIGHT_TO_LEFT.test(text) && !RIGHT_TO_LEFT.test(first) ? RIGHT_TO_LEFT_MARK : '';
}

/** Returns a Hebrew text that is known to run from right to left, with any first word. */
export const fromRight = (text: string): string => startOf(text) + text;

/** A message as Lingui compiles it: texts, and values by name, formatter and forms. */
export type CompiledMessage = CompiledToken[];
type CompiledToken = string | [name: string, formatter?: string, forms?: unknown];

const HAS_FORMS = new Set(['plural', 'select', 'selectordinal']);

const isolateForms = (forms: unknown): unknown =>
  Object.fromEntries(
    Object.entries(forms as Record<string, unknown>).map(([form, message]) => [
      form,
      Array.isArray(message) ? isolateValues(message) : message,
    ]),
  );

/**
 * Returns a compiled Hebrew message that isolates each of its values, also in the forms of a
 * plural, and runs from right to left. The number that a form shows as '#' is no data and stays as
 * it is.
 */
export function isolateValues(message: CompiledMessage): CompiledMessage {
  const start = startOf(message.filter((token) => typeof token === 'string').join(''));
  const isolated = message.flatMap((token): CompiledToken[] => {
    if (typeof token === 'string') return [token];
    const [name, formatter, forms] = token;
    if (formatter !== undefined && HAS_FORMS.has(formatter))
      return [[name, formatter, isolateForms(forms)]];
    return [FIRST_STRONG_ISOLATE, token, POP_ISOLATE];
  });
  return start === '' ? isolated : [start, ...isolated];
}

type Catalogue = Record<string, CompiledMessage | string>;

/** Returns a Hebrew catalogue of compiled messages that isolate their values. */
export const isolateCatalogue = (messages: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [
      id,
      typeof message === 'string' ? fromRight(message) : isolateValues(message),
    ]),
  );

const MARKS = /[\u200f\u2066-\u2069\p{L}\p{N}]/gu;
const LETTER = /\p{L}/u;

/**
 * Whether words that run from right to left could reorder a text: outside isolates it has letters
 * or digits, and its first letter is neither Hebrew nor Arabic.
 */
export function needsIsolation(text: string): boolean {
  let depth = 0;
  let hasNumber = false;
  for (const [mark] of text.matchAll(MARKS)) {
    if (mark === POP_ISOLATE) depth = Math.max(0, depth - 1);
    else if (mark >= '\u2066' && mark <= FIRST_STRONG_ISOLATE) depth += 1;
    else if (depth === 0 && mark === RIGHT_TO_LEFT_MARK) return false;
    else if (depth === 0 && LETTER.test(mark)) return !RIGHT_TO_LEFT.test(mark);
    else if (depth === 0) hasNumber = true;
  }
  return hasNumber;
}
