import { t } from '@lingui/core/macro';
import { normalizeLine } from '@portal/access/text/normalize-text';
import { isPlainName } from '@portal/access/text/person-rules';

/** The typed fields of a bank account. */
export interface BankFields {
  name: string;
  account: string;
  routing: string;
  type: string;
}
export type BankErrors = Partial<Record<keyof BankFields, string>>;

export const noBank: BankFields = { name: '', account: '', routing: '', type: 'checking' };
export const bankOrder: readonly (keyof BankFields)[] = ['name', 'account', 'routing', 'type'];

/** */
export const accountTypes = [
  { value: 'checking', label: t`Checking` },
  { value: 'savings', label: t`Savings` },
  { value: 'businessChecking', label: t`Business checking` },
] as const;
export type AccountType = (typeof accountTypes)[number]['value'];

/** The longest name that the processor takes for a bank account. */
export const MAX_NAME = 22;

const repairs: Record<keyof BankFields, string> = {
  name: t`Enter the name on the account, at most 22 characters.`,
  account: t`Enter the account number, 4 to 17 digits.`,
  routing: t`Enter the 9 digits of the routing number.`,
  type: t`Choose the type of the account.`,
};

/** Returns the errors by field, in words that name the repair.. */
export function bankErrors({ name, account, routing, type }: BankFields): BankErrors {
  const right: Record<keyof BankFields, boolean> = {
    name: isPlainName(normalizeLine(name), MAX_NAME),
    account: /^\d{4,17}$/.test(account),
    routing: /^\d{9}$/.test(routing),
    type: accountTypes.some(({ value }) => value === type),
  };
  return Object.fromEntries(
    bankOrder.filter((field) => !right[field]).map((field) => [field, repairs[field]]),
  );
}
