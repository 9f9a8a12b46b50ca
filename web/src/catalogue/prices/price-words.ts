import { tableDayOf } from '../../shared/format/dates.ts';
import type { OfficePrice, PriceKind } from '../api.ts';

export const kindTexts: Readonly<Record<PriceKind, string>> = {
  credit_member: 'Credit, members',
  credit_nonmember: 'Credit, non-members',
  package: 'Package',
  package_proctor_fee: 'Proctor fee of a package',
  additional_charge: 'Additional charge of an exam',
  proctor_fee: 'Proctor fee',
  retake_fee: 'Retake fee',
};

/** The type of item that a price of this kind belongs to; null: none. */
export const isOf = (kind: PriceKind): 'exam' | 'package' | null =>
  kind === 'additional_charge' ? 'exam' : kind.startsWith('package') ? 'package' : null;

/** 'Package: 12 credits' */
export const priceName = ({ kind, name }: OfficePrice): string =>
  name === null ? kindTexts[kind] : `${kindTexts[kind]}: ${name}`;

/** When a price holds, in words. */
export const stateText = ({ state, validFrom }: OfficePrice): string =>
  ({ future: `from ${tableDayOf(validFrom)}`, in_force: 'In force', past: 'Past' })[state];
