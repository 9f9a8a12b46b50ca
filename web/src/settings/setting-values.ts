import { STAFF_ROLES, titleOf } from '@portal/access/roles';
import { money } from '../shared/format/money.ts';
import type { Settings } from './api.ts';

/** The settings as they are edited. */
export interface SettingValues {
  offerHours: string;
  waitingList: boolean;
  twoFactorRoles: readonly string[];
  lowBalance: string;
}

export const valuesOf = (known: Settings): SettingValues => ({
  offerHours: String(known.offerHours),
  waitingList: known.waitingList,
  twoFactorRoles: inOrder(known.twoFactorRoles),
  lowBalance: String(known.lowBalance),
});

const inOrder = (roles: readonly string[]): string[] =>
  STAFF_ROLES.filter((role) => roles.includes(role));

export const FIELDS = ['offerHours', 'waitingList', 'twoFactorRoles', 'lowBalance'] as const;
type Field = (typeof FIELDS)[number];

/** The label of each setting. */
export const titles: Readonly<Record<Field, string>> = {
  offerHours: 'Hours to accept a place',
  waitingList: 'Waiting list',
  twoFactorRoles: 'Roles that need a second step',
  lowBalance: 'Low school balance',
};

/** A setting as people read it. */
export function words(values: SettingValues, field: Field): string {
  switch (field) {
    case 'offerHours':
      return values.offerHours.trim();
    case 'waitingList':
      return values.waitingList ? 'On' : 'Off';
    case 'twoFactorRoles':
      return inOrder(values.twoFactorRoles).map(titleOf).join(', ') || 'None';
    case 'lowBalance': {
      const typed = values.lowBalance.trim();
      return typed !== '' && Number.isFinite(Number(typed)) ? money(Number(typed)) : typed;
    }
  }
}

/** The settings that differ, in their order. */
export const differing = (one: SettingValues, other: SettingValues): Field[] =>
  FIELDS.filter((field) => words(one, field) !== words(other, field));

/**
 * Returns `theirs` with the values typed over `before`; fields changed by only one side keep that
 * change.
 */
export function typedOver(
  theirs: SettingValues,
  before: SettingValues,
  mine: SettingValues,
): SettingValues {
  const own = differing(before, mine).map((field) => [field, mine[field]]);
  return { ...theirs, ...Object.fromEntries(own) };
}

/** The settings that one of the two changed from `before`, in their order. */
export const changedByEither = (
  theirs: SettingValues,
  before: SettingValues,
  mine: SettingValues,
): Field[] => {
  const changed = new Set([...differing(before, theirs), ...differing(before, mine)]);
  return FIELDS.filter((field) => changed.has(field));
};
