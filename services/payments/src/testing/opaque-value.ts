import type { SandboxProcess } from '@portal/kit/testing/processes/sandbox-process';
import type { NewBankAccount } from '../study/study-method.ts';

type Sends = Pick<SandboxProcess, 'send'>;

export const ttinjKeys = {
  CARDS_TTINJ_LOGIN_ID: 'sandbox-ttinj-login',
  CARDS_TTINJ_TRANSACTION_KEY: 'sandbox-ttinj-key',
};
const browserKeys = {
  TTI: { name: 'sandbox-login', clientKey: 'sandbox-client-key' },
  TTINJ: { name: 'sandbox-ttinj-login', clientKey: 'sandbox-ttinj-client-key' },
};

/**
 * The opaque value that the processor's browser library gives for a card or bank account at a
 * merchant account.
 */
export async function tokenAt(
  processor: Sends,
  account: 'TTI' | 'TTINJ',
  data: object,
): Promise<{ descriptor: string; value: string }> {
  const request = {
    merchantAuthentication: browserKeys[account],
    data: { type: 'TOKEN', id: 'test', ...data },
  };
  const { opaqueData } = await processor.send<{
    opaqueData: { dataDescriptor: string; dataValue: string };
  }>('POST', '/xml/v1/request.api', {
    securePaymentContainerRequest: request,
  });
  return { descriptor: opaqueData.dataDescriptor, value: opaqueData.dataValue };
}

/** The fields of a new bank account as the page sends them. */
export async function aBankAccount(
  processor: Sends,
  account: 'TTI' | 'TTINJ',
  accountNumber = '123456789',
): Promise<NewBankAccount> {
  const bank = {
    accountType: 'checking',
    routingNumber: '121042882',
    accountNumber,
    nameOnAccount: 'Dana Levi',
  };
  const token = await tokenAt(processor, account, { bankToken: bank });
  return {
    ...token,
    last4: accountNumber.slice(-4),
    routingNumber: bank.routingNumber,
    accountType: bank.accountType,
    name: bank.nameOnAccount,
  };
}
