/** The longest first and last name that the processor takes, in UTF-16 units. */
const LONGEST = 50;

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text that fits, without half a character at its end. */
function fitted(text: string, most: number): string {
  if (text.length <= most) return text;
  let fits = '';
  for (const { segment } of segments.segment(text)) {
    if (fits.length + segment.length > most) break;
    fits += segment;
  }
  return fits.trimEnd();
}

/** Punctuation of typographers as that of keyboards, which every bank's system knows. */
const plain = (text: string) =>
  text.replace(/[\u2018\u2019\u02bc]/g, "'").replace(/[\u2010\u2011]/g, '-');

/** A holder's name as the processor takes it: first word and the rest, each cut to its limit. */
export function billingName(holder: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = plain(holder.normalize('NFC')).trim().split(/\s+/);
  return { firstName: fitted(first, LONGEST), lastName: fitted(rest.join(' '), LONGEST) };
}
