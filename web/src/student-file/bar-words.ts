import { tableDay } from '../shared/format/dates.ts';
import type { Bar, BarLevel } from './api.ts';

/** The end of a sentence about what a bar forbids. */
export const levelTexts: Readonly<Record<BarLevel, string>> = {
  buying: 'buying',
  booking: 'booking',
  sign_in: 'signing in',
};

/** 'Barred from buying and booking until 12/31/2026'. */
export function barText({ levels, until }: Pick<Bar, 'levels' | 'until'>): string {
  const words = levels.map((level) => levelTexts[level]);
  const last = words.at(-1) ?? '';
  const list = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last;
  return `Barred from ${list}${until === null ? '' : ` until ${tableDay(until)}`}`;
}
