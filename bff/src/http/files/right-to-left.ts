const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const NO_BREAK = '\u00a0';

/**
 * A text with its Hebrew and Arabic words held together by no-break spaces: PDFKit lays a text out
 * up to each space by itself and turns what runs from right to left around within that only, its
 * space too.
 */
export function holdTogether(text: string): string {
  let held = '';
  let wasTurned = false;
  for (const [at, word] of text.split(' ').entries()) {
    const isTurned = rightToLeft.test(word);
    if (at > 0) held += wasTurned ? (isTurned ? NO_BREAK : ` ${NO_BREAK}`) : ' ';
    held += word;
    wasTurned = isTurned;
  }
  return held;
}
