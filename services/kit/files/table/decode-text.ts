import { isUtf8 } from 'node:buffer';
import { wrongKind } from './table-limits.ts';

/** Bytes of a file that tell its encoding. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Names the 8-bit encoding of a text that is no UTF-8. Bytes E0 to FA are Hebrew letters in
 * Windows-1255 and accented Latin letters in Windows-1252: Hebrew words hold several of them in a
 * row, Latin words hold them alone.
 */
function legacyEncoding(sample: Buffer): 'windows-1255' | 'windows-1252' {
  let [inRuns, alone] = [0, 0];
  const isLetter = (byte = 0) => byte >= 0xe0 && byte <= 0xfa;
  for (let at = 0; at < sample.length; at++) {
    if (!isLetter(sample[at])) continue;
    if (isLetter(sample[at - 1]) || isLetter(sample[at + 1])) inRuns += 1;
    else alone += 1;
  }
  return inRuns > alone ? 'windows-1255' : 'windows-1252';
}

/** Tells UTF-16 by its mark. */
function markedUtf16(content: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le';
  return content[0] === 0xfe && content[1] === 0xff ? 'utf-16be' : null;
}

/** Tells UTF-16 by its mark, or by the zero bytes of ASCII letters. */
function utf16Of(sample: Buffer): 'utf-16le' | 'utf-16be' | null {
  const marked = markedUtf16(sample);
  if (marked !== null) return marked;
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  const pairs = Math.floor(sample.length / 2);
  if (odd > pairs / 3 && even === 0) return 'utf-16le';
  return even > pairs / 3 && odd === 0 ? 'utf-16be' : null;
}

/**
 * Whether a file begins with the mark of UTF-16, which is also a mark of MP3, and its first bytes
 * are text in that encoding.
 */
export function isMarkedUtf16(content: Buffer): boolean {
  const encoding = markedUtf16(content);
  const sample = content.subarray(0, SAMPLE_BYTES);
  return encoding !== null && !CONTROL.test(new TextDecoder(encoding).decode(sample));
}

/** Whether the first bytes of a file can be text in an encoding that `decodeText` reads. */
export function looksLikeText(content: Buffer): boolean {
  const sample = content.subarray(0, SAMPLE_BYTES);
  return utf16Of(sample) !== null || !CONTROL.test(sample.toString('latin1'));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no text holds these characters
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/**
 * Decodes the text of a CSV file: UTF-8 or UTF-16 with or without a byte order mark, else
 * Windows-1255 or Windows-1252. Throws TableFault `wrong_kind` for binary content.
 */
export function decodeText(content: Buffer): string {
  const sample = content.subarray(0, SAMPLE_BYTES);
  const encoding = utf16Of(sample) ?? (isUtf8(content) ? 'utf-8' : legacyEncoding(sample));
  const text = new TextDecoder(encoding).decode(content);
  if (CONTROL.test(text)) throw wrongKind();
  return text;
}
