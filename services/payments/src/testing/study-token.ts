import type { NewBankAccount } from '../study/study-method.ts';
import type { Processor } from './processor.ts';

export const ttinjKeys = {
  CARDS_TTINJ_LOGIN_ID: 'sandbox-ttinj-login',
  CARDS_TTINJ_TRANSACTION_KEY: 'sandbox-ttinj-key',
};
const browserKeys = {
  TTI: { name: 'sandbox-login', clientKey: 'sandbox-client-key' },
  TTINJ: { name: 'sandbox-ttinj-login', clientKey: 'sandbox-ttinj-client-key' },
};

/** The opaque value that the processor's browser library gives for a card or bank account at a merchant account. */
export async function tokenAt(
  processor: Processor,
  account: 'TTI' | 'TTINJ',
  data: object,
): Promise<{ descriptor: string; value: string }> {
  const request = { merchantAuthentication: browserKeys[account], data: { type: 'TOKEN', id: 'test', ...data } };
  const answer = await fetch(`${processor.url}/xml/v1/request.api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ securePaymentContainerRequest: request }),
  });
  const { opaqueData } = JSON.parse((await answer.text()).replace(/^\uFEFF/, ''));
  return { descriptor: opaqueData.dataDescriptor, value: opaqueData.dataValue };
}

/** The fields of a new bank account as the page sends them. */
export async function aBankAccount(processor: Processor, account: 'TTI' | 'TTINJ', accountNumber = '123456789'): Promise<NewBankAccount> {
  const bank = { accountType: 'checking', routingNumber: '121042882', accountNumber, nameOnAccount: 'Dana Levi' };
  const token = await tokenAt(processor, account, { bankToken: bank });
  return {
    ...token,
    last4: accountNumber.slice(-4),
    routingNumber: bank.routingNumber,
    accountType: bank.accountType,
    name: bank.nameOnAccount,
  };
}
