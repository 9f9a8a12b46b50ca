import { withoutIsolates } from '@portal/access/text/isolates';
import bidiFactory from 'bidi-js';

// the package is CommonJS and exports the function itself; its types call it `default`
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const OTHER_LETTER = /\p{L}/u;
const NO_BREAK = '\u00a0';

interface Line {
  readonly start: number;
  /** Of the last character. */
  readonly end: number;
}

/** Breaks a text at its spaces into lines that fit; a word that fits nowhere has its own line. */
function linesOf(text: string, fits: (line: string) => boolean): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let end = -1;
  for (const { index } of text.matchAll(/[^ ](?= |$)/gu)) {
    if (end >= start && !fits(withoutIsolates(text.slice(start, index + 1)))) {
      lines.push({ start, end });
      start = end + 1;
      while (text[start] === ' ') start += 1;
    }
    end = index;
  }
  return [...lines, { start, end: text.length - 1 }];
}

/**
 * Returns a line, given as it is to be seen, as PDFKit shows it: PDFKit lays out each piece up to a
 * space from left to right, and turns a piece around, its space too, whose first letter is Hebrew
 * or Arabic. So words between those with other letters become one piece, reversed.
 */
function forPdfKit(seen: string): string {
  const pieces: { words: string[]; isPlain: boolean }[] = [];
  for (const word of seen.split(' ')) {
    const isPlain = OTHER_LETTER.test(word) && !RIGHT_TO_LEFT.test(word);
    const last = pieces.at(-1);
    if (last && last.isPlain === isPlain) last.words.push(word);
    else pieces.push({ words: [word], isPlain });
  }
  let wasTurned = false;
  return pieces
    .map(({ words }) => {
      const isTurned = words.some((word) => RIGHT_TO_LEFT.test(word));
      const before = wasTurned ? NO_BREAK : '';
      wasTurned = isTurned;
      return before + (isTurned ? [...words.join(NO_BREAK)].reverse().join('') : words.join(' '));
    })
    .join(' ');
}

/**
 * Returns a text whose lines PDFKit shows in the order of the Unicode bidirectional algorithm (UAX
 * #9): PDFKit lays out each word alone, from left to right. Isolates take part and are removed.
 * Text without Hebrew and Arabic keeps its order. `fits`: whether a line is narrow enough.
 */
export function inVisualOrder(text: string, fits: (line: string) => boolean): string {
  if (!RIGHT_TO_LEFT.test(text)) return withoutIsolates(text);
  const paragraphs = text.split('\n').map((paragraph) => {
    const levels = bidi.getEmbeddingLevels(paragraph);
    const lines = linesOf(paragraph, fits).map(({ start, end }) => {
      const line = bidi.getReorderedString(paragraph, levels, start, end).slice(start, end + 1);
      return forPdfKit(withoutIsolates(line));
    });
    return lines.join('\n');
  });
  return paragraphs.join('\n');
}
