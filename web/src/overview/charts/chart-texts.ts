import { dayText } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import type { Chart, ChartPoint } from '../api.ts';

/** A value in its unit: '12', '$1,554.00', '83.3%'. */
export function valueText(unit: Chart['unit'], y: number): string {
  if (unit === 'money') return money(y);
  return unit === 'percent' ? `${y}%` : y.toLocaleString('en-US');
}

/** Returns the value with its total: '83.3% of 120'. */
export const pointText = (unit: Chart['unit'], { y, of }: Pick<ChartPoint, 'y' | 'of'>): string =>
  valueText(unit, y) + (of === undefined ? '' : ` of ${of.toLocaleString('en-US')}`);

/**
 * Returns the subject of a point before its value: 'Brooklyn, Nov 24, 2026: ', then '83.3% of 120'.
 * O-01.
 */
export const nameText = (name: string, { x }: Pick<ChartPoint, 'x'>): string =>
  `${name}, ${dayText(x)}: `;

/** For how long something waits: '20 min', '5 h', '3 days'. */
export function ageText(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
