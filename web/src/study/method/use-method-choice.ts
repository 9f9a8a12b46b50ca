import type { StudyMethodFields } from '@portal/contract/seminary/study-method';
import { useState } from 'react';
import { servedConfig } from '../../shared/api/served-config.ts';
import { type MerchantAccount, secure, tokenize } from '../../shared/payments/card-form/accept.ts';
import { cardErrors, cardFieldsInvalid } from '../../shared/payments/card-form/card-rules.ts';
import { type CardForm, useCardForm } from '../../shared/payments/card-form/use-card-form.ts';
import type { AccountType } from './bank-rules.ts';
import { type BankForm, useBankForm } from './use-bank-form.ts';

export type Choice = 'current' | 'card' | 'bank';

export interface MethodChoice {
  chosen: Choice;
  choose: (choice: Choice) => void;
  card: CardForm;
  bank: BankForm;
  /** Whether the chosen form is valid. */
  isReady: boolean;
  /** Whether this merchant account takes bank accounts. R-257. */
  takesAch: boolean;
  /**
   * Returns the input of a new method. Throws with the sentence to show: invalid fields, or refused
   * by the processor's library.
   */
  source: () => Promise<StudyMethodFields>;
}

const takesAch = (account: MerchantAccount): boolean =>
  servedConfig().achAccounts?.includes(account) ?? true;

/**
 * The payment method: the current one until the person selects another, a new card or a bank
 * account..
 */
export function useMethodChoice(account: MerchantAccount, hasCurrent: boolean): MethodChoice {
  const [picked, choose] = useState<Choice | null>(null);
  const card = useCardForm();
  const bank = useBankForm();
  const chosen = picked ?? (hasCurrent ? 'current' : 'card');
  const isReady =
    chosen === 'current' ||
    (chosen === 'card' ? Object.keys(cardErrors(card.fields)).length === 0 : bank.isValid);
  return {
    chosen,
    choose,
    card,
    bank,
    isReady,
    takesAch: takesAch(account),
    source: async () =>
      chosen === 'bank' ? newBankAccount(bank, account) : newCard(card, account),
  };
}

async function newCard(form: CardForm, account: MerchantAccount): Promise<StudyMethodFields> {
  const fields = form.check();
  if (!fields) throw new Error(cardFieldsInvalid);
  return {
    paymentType: 'CC',
    isAuthNet: true,
    name: fields.name.trim(),
    ...(await tokenize(fields, account)),
  };
}

async function newBankAccount(
  form: BankForm,
  account: MerchantAccount,
): Promise<StudyMethodFields> {
  const fields = form.check();
  if (!fields) throw new Error(cardFieldsInvalid);
  const { account: accountNumber, routing: routingNumber } = fields;
  const [name, accountType] = [fields.name.trim(), fields.type as AccountType];
  const opaque = await secure(
    { bankData: { accountNumber, routingNumber, nameOnAccount: name, accountType } },
    account,
  );
  return {
    paymentType: 'ACH',
    isAuthNet: true,
    acceptPaymentDescriptor: opaque.dataDescriptor,
    acceptPaymentValue: opaque.dataValue,
    name,
    last4accountNumber: accountNumber.slice(-4),
    routingNumber,
    accountType,
  };
}
