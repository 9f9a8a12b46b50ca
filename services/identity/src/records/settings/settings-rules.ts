import { STAFF_ROLES } from '@portal/access/roles';
import type { FieldError } from '@portal/kit/errors';
import type * as tables from '../../../prisma/tables.ts';

/** The settings of the office for all of the portal (C-O65). */
export type SettingFields = Pick<
  tables.Setting,
  'offerHours' | 'waitingList' | 'lowBalanceCents' | 'twoFactorRoles'
>;

const MAX_OFFER_HOURS = 72;
const MAX_LOW_BALANCE_CENTS = 100_000_000;

/** Returns the errors of settings, field by field. */
export function settingErrors({
  offerHours,
  lowBalanceCents,
  twoFactorRoles,
}: SettingFields): FieldError[] {
  const errors: FieldError[] = [];
  if (!Number.isInteger(offerHours) || offerHours < 1 || offerHours > MAX_OFFER_HOURS)
    errors.push({ path: 'offerHours', message: 'Must be 1 to 72 hours' });
  if (lowBalanceCents < 0 || lowBalanceCents > MAX_LOW_BALANCE_CENTS)
    errors.push({ path: 'lowBalance', message: 'Amount invalid' });
  if (!twoFactorRoles.every((role) => STAFF_ROLES.some((one) => one === role)))
    errors.push({ path: 'twoFactorRoles', message: 'Role invalid' });
  return errors;
}

/** The same in the one form in which they are kept: roles in their order, each once. */
export const inOrder = (fields: SettingFields): SettingFields => ({
  ...fields,
  twoFactorRoles: STAFF_ROLES.filter((role) => fields.twoFactorRoles.includes(role)),
});

/** Each field that is another one now, as [before, after]. */
export function settingChanges(
  before: SettingFields,
  after: SettingFields,
): Record<string, [unknown, unknown]> {
  const names = ['offerHours', 'waitingList', 'lowBalanceCents', 'twoFactorRoles'] as const;
  return Object.fromEntries(
    names
      .filter((name) => String(before[name]) !== String(after[name]))
      .map((name) => [name, [before[name], after[name]]]),
  );
}

/** Whether who holds these roles must have a second factor. R-582. */
export const isFactorRequired = (
  roles: readonly string[],
  { twoFactorRoles }: Pick<SettingFields, 'twoFactorRoles'>,
): boolean => roles.some((role) => twoFactorRoles.includes(role));
