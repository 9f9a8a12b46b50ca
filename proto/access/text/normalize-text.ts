// One normalisation of typed text for the pages, the calls, the services and the imports. R-404.

/** Marks of direction and of no width: invisible, and copied along by phones and chat programs. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** ASCII words with single spaces, as most texts are: nothing of them changes. */
const NORMAL = /^[!-~]+(?: [!-~]+)*$/;
const SPACES = /[\s\u0085\u2800]+/g;
const DASHES = /[\u2010-\u2015]/g;
const FULL_WIDTH_DIGIT = /[\uff10-\uff19]/g;
const LINE_BREAK = /\r\n?|\n|\u0085|\u2028|\u2029/g;
/** Unicode's Stream-Safe limit: to order more marks in one run would cost their number squared. */
const LONG_RUN_OF_MARKS = /\p{M}{31}/u;

const composed = (text: string): string =>
  LONG_RUN_OF_MARKS.test(text) ? text : text.normalize('NFC');

const asciiDigit = (digit: string): string => String.fromCharCode(digit.charCodeAt(0) - 0xfee0);

/**
 * Normalises a single-line field (a name, place, number, date, code or search): any Unicode space
 * or line break becomes one space, U+2010 to U+2015 become "-", marks of direction and of no width
 * are removed, full-width digits become digits, NFC, trimmed. The Hebrew maqaf, geresh and
 * gershayim stay. Never for passwords, tokens, keys, signatures, URLs or card data. R-404.
 */
export const normalizeLine = (text: string): string =>
  NORMAL.test(text)
    ? text
    : composed(
        text
          .replace(INVISIBLE, '')
          .replace(SPACES, ' ')
          .replace(DASHES, '-')
          .replace(FULL_WIDTH_DIGIT, asciiDigit)
          .trim(),
      );

/** Normalises an address as a single-line field whose line breaks become ", ". R-404. */
export const normalizeAddress = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map(normalizeLine)
    .filter((line) => line !== '')
    .map((line, at, lines) =>
      at < lines.length - 1 && line.endsWith(',') ? line.slice(0, -1) : line,
    )
    .join(', ');

/**
 * Normalises a text of several lines (a note, reason, comment, description or message): NFC,
 * without marks of direction and of no width, each line trimmed; spaces, dashes and line breaks
 * stay. R-404.
 */
export const normalizeLines = (text: string): string =>
  composed(
    text
      .replace(INVISIBLE, '')
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim(),
  );
