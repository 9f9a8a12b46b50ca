import { checkNewCard, type NewCard } from '../cards/card-fields.ts';
import { isHolderName } from '../cards/holder-name.ts';
import { domainError } from '../errors.ts';
import { type Account, accountNamed, takesAch } from '../partners/merchant-account.ts';

const accountTypes = ['checking', 'savings', 'businessChecking'] as const;

/**
 * A bank account that the processor's browser library turned into an opaque value, good once. Never
 * its number.
 */
export interface NewBankAccount {
  descriptor: string;
  value: string;
  last4: string;
  routingNumber: string;
  accountType: string;
  name: string;
}
export type NewStudyMethod = { card: NewCard } | { bankAccount: NewBankAccount };

/** How a person sees a payment method. */
export interface StudyMethod {
  account: Account;
  type: 'CC' | 'ACH';
  last4: string;
}

/** The merchant account that a request means. Refuses with payment_to_unknown. */
export function checkAccount(name: string): Account {
  const account = accountNamed(name);
  if (!account) throw domainError('payment_to_unknown');
  return account;
}

const between = (text: string, least: number, most: number) =>
  text.trim().length >= least && text.length <= most;
const looksLikeAccountNumber = (text: string) => /(?:\d[ -]?){5,17}/.test(text);

/**
 * Checks the fields of a bank account. Refuses with card_fields_invalid, or with
 * card_data_refused when one holds a whole number.
 */
export function checkBankAccount(bank: NewBankAccount): NewBankAccount {
  if ([bank.last4, bank.name].some(looksLikeAccountNumber))
    throw domainError('card_data_refused', 'Account numbers are not accepted here.');
  const checks: [field: string, holds: boolean][] = [
    ['acceptPaymentDescriptor', between(bank.descriptor, 1, 128)],
    ['acceptPaymentValue', between(bank.value, 1, 8192)],
    ['last4accountNumber', /^\d{4}$/.test(bank.last4)],
    ['routingNumber', /^\d{9}$/.test(bank.routingNumber)],
    ['accountType', accountTypes.some((type) => type === bank.accountType)],
    ['name', isHolderName(bank.name)],
  ];
  const message = 'Please fill in all the fields accurately.';
  const errors = checks.filter(([, holds]) => !holds).map(([path]) => ({ path, message }));
  if (errors.length > 0) throw domainError('card_fields_invalid', message, { errors });
  return bank;
}

export const achNotAvailable = () => domainError('ach_not_available');

/**
 * Checks a new method for an account. Refuses with no_payment_method, card_fields_invalid,
 * card_data_refused or ach_not_available.
 */
export function checkStudyMethod(
  method: { card?: NewCard | undefined; bankAccount?: NewBankAccount | undefined } | undefined,
  account: Account,
  now: Date,
): NewStudyMethod {
  if (method?.card) return { card: checkNewCard(method.card, now) };
  if (!method?.bankAccount) throw domainError('no_payment_method');
  if (!takesAch(account)) throw achNotAvailable();
  return { bankAccount: checkBankAccount(method.bankAccount) };
}
