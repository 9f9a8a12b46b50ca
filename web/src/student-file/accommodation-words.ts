import { tableDay } from '../shared/format/dates.ts';
import type { Accommodation } from './api.ts';

export const kindTexts: Readonly<Record<Accommodation['kind'], string>> = {
  extra_time: 'Extra time',
  own_room: 'Own room',
  large_print: 'Large print',
  reader: 'Reader',
  breaks: 'Breaks',
  other: 'Other',
};

/** 'Extra time, 25 %', 'Breaks, 10 minutes'. */
export function kindText({
  kind,
  percent,
  minutes,
}: Pick<Accommodation, 'kind' | 'percent' | 'minutes'>): string {
  const amount = percent !== null ? `${percent} %` : minutes !== null ? `${minutes} minutes` : '';
  return amount === '' ? kindTexts[kind] : `${kindTexts[kind]}, ${amount}`;
}

/** 'From 09/01/2026 to 06/30/2027'. */
export const daysText = ({
  validFrom,
  validUntil,
}: Pick<Accommodation, 'validFrom' | 'validUntil'>): string =>
  `From ${tableDay(validFrom)}${validUntil === null ? '' : ` to ${tableDay(validUntil)}`}`;
