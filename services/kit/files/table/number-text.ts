/** Days between the first day of JavaScript and of a workbook. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const DAY_MS = 86_400_000;
/** Excel counts a 29 February 1900, which was none: days before it are one higher. */
const FALSE_LEAP_DAY = 60;
/** 9999-12-31. */
const LAST_SERIAL = 2_958_465;

/** Formats that Excel has built in and that show a day. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/**
 * Removes colours and conditions in brackets, and quoted texts and escaped characters, or only
 * their quotes where `keepsTexts`. An end that is missing ends the code.
 */
function bare(code: string, keepsTexts = false): string {
  let plain = '';
  for (let at = 0; at < code.length; at++) {
    const character = code[at] as string;
    if (character === '"' || character === '[') {
      const end = code.indexOf(character === '"' ? '"' : ']', at + 1);
      if (end < 0) return plain;
      if (character === '"' && keepsTexts) plain += code.slice(at + 1, end);
      at = end;
    } else if (character === '\\') {
      at += 1;
      if (keepsTexts) plain += code[at] ?? '';
    } else if (!keepsTexts && (character === '_' || character === '*')) at += 1;
    else plain += character;
  }
  return plain;
}

/** How a workbook shows the numbers of a style. */
export interface NumberFormat {
  isDate: boolean;
  /** Digits as places: 0000, 000-00-0000 or (###) ###-####; null: any other format. */
  mask: string | null;
}

/** Reads the code of a number format; `id` tells those that Excel has built in. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { isDate: isBuiltInDate(id), mask: null };
  const isDate = /[dy]/i.test(bare(code)) && !/general/i.test(bare(code));
  return { isDate, mask: isDate ? null : maskOf(code) };
}

/** The section of a code that shows a positive number, when it only places digits. */
function maskOf(code: string): string | null {
  // the format for American phones has a section of its own for seven digits
  const sections = code.split(';');
  const section = /^\[<=9999999\]/.test(code) ? sections[1] : sections[0];
  const mask = bare(section ?? '', true);
  return /^[0#()\-/ ]{2,30}$/.test(mask) && /0{2}|[#0][^#0]+[#0]/.test(mask) ? mask : null;
}

/** Fills the places of a mask with digits, from the right. */
function fillMask(mask: string, digits: string): string {
  let left = digits;
  let text = '';
  const places = [...mask];
  const first = places.findIndex((place) => place === '0' || place === '#');
  for (let at = places.length - 1; at >= 0; at--) {
    const place = places[at] as string;
    if (place !== '0' && place !== '#') {
      text = place + text;
      continue;
    }
    if (left === '' && place === '#') continue;
    text = (left.at(-1) ?? '0') + text;
    left = left.slice(0, -1);
    if (at === first) {
      text = left + text;
      left = '';
    }
  }
  return text;
}

function dayOf(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return null;
  const days = Math.floor(serial) + (!is1904 && serial < FALSE_LEAP_DAY ? 1 : 0);
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900;
  return new Date(epoch + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns the text of a stored number as the workbook shows it: a day as YYYY-MM-DD, leading zeros
 * and separators of a mask; `showsZeros` when a zero in front is shown but not stored.
 */
export function numberText(
  stored: string,
  format: NumberFormat | undefined,
  is1904: boolean,
): { text: string; showsZeros: boolean } {
  const plain = { text: stored.trim(), showsZeros: false };
  const value = Number(stored);
  if (plain.text === '' || !Number.isFinite(value)) return plain;
  if (format?.isDate) return { text: dayOf(value, is1904) ?? plain.text, showsZeros: false };
  // fifteen digits are what Excel keeps; more are an error of binary fractions
  const text = String(Number(value.toPrecision(15)));
  if (!format?.mask || !/^\d+$/.test(text)) return { text, showsZeros: false };
  const shown = fillMask(format.mask, text);
  return { text: shown, showsZeros: shown.startsWith('0') && text !== '0' };
}
