import { t } from '@lingui/core/macro';
import { cardBrand, cardDigits, readExpiry } from '@portal/contract/payments/card-checks';
import type { NewCardFields } from '@portal/contract/payments/cards';
import { servedConfig } from '../../api/served-config.ts';
import { type CardFields, cardFieldsInvalid } from './card-rules.ts';

interface AcceptAnswer {
  messages: { resultCode: 'Ok' | 'Error'; message: { code: string; text: string }[] };
  opaqueData?: { dataDescriptor: string; dataValue: string };
}
interface CardData {
  cardNumber: string;
  month: string;
  year: string;
  cardCode: string;
  zip: string;
  fullName: string;
}
/** A bank account as the library takes it. */
export interface BankData {
  accountNumber: string;
  routingNumber: string;
  nameOnAccount: string;
  accountType: string;
}
interface AcceptLibrary {
  dispatchData(
    data: {
      authData: { apiLoginID: string; clientKey: string };
      cardData: CardData;
      bankData?: BankData;
    },
    answer: (response: AcceptAnswer) => void,
  ): void;
}
declare global {
  interface Window {
    Accept?: AcceptLibrary;
  }
}

const notLoaded = t`The card form could not be loaded. Check your connection and try again.`;
let loading: Promise<AcceptLibrary> | undefined;

/** Loads the processor's browser library once; a failed load can be tried again. */
export async function loadAccept(): Promise<AcceptLibrary> {
  if (window.Accept) return window.Accept;
  loading ??= new Promise<AcceptLibrary>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = servedConfig().acceptJsUrl;
    script.async = true;
    script.onload = () => (window.Accept ? resolve(window.Accept) : script.onerror?.('empty'));
    script.onerror = () => {
      script.remove();
      reject(new Error(notLoaded));
    };
    document.head.append(script);
  }).finally(() => {
    loading = undefined;
  });
  return loading;
}

const TIMEOUT_MS = 30_000;

/** The merchant accounts that can be paid; TTI is the portal's own. */
export type MerchantAccount = 'TTI' | 'TTINJ';

function keysOf(account: MerchantAccount): { apiLoginID: string; clientKey: string } {
  const {
    cardsLoginId,
    cardsClientKey,
    cardsTtinjLoginId = '',
    cardsTtinjClientKey = '',
  } = servedConfig();
  return account === 'TTI'
    ? { apiLoginID: cardsLoginId, clientKey: cardsClientKey }
    : { apiLoginID: cardsTtinjLoginId, clientKey: cardsTtinjClientKey };
}

/**
 * Sends a card or a bank account to the processor and returns a single-use token for it, valid at
 * that merchant account. Throws with the processor's first error text..
 */
export async function secure(
  data: { cardData: CardData } | { bankData: BankData },
  account: MerchantAccount,
): Promise<{ dataDescriptor: string; dataValue: string }> {
  const authData = keysOf(account);
  const accept = await loadAccept();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(notLoaded)), TIMEOUT_MS);
    accept.dispatchData(
      { authData, ...data } as Parameters<AcceptLibrary['dispatchData']>[0],
      ({ messages, opaqueData }) => {
        clearTimeout(timer);
        if (messages.resultCode === 'Ok' && opaqueData) resolve(opaqueData);
        else reject(new Error(messages.message[0]?.text ?? cardFieldsInvalid));
      },
    );
  });
}

/**
 * As `secure`, for the fields of the card form; the number and the security code go nowhere else.
 */
export async function tokenize(
  card: CardFields,
  account: MerchantAccount = 'TTI',
): Promise<NewCardFields> {
  const number = cardDigits(card.number);
  const expiry = readExpiry(card.expiry);
  const cardType = cardBrand(number);
  if (!expiry || !cardType) throw new Error(cardFieldsInvalid);
  const [month, year] = [String(expiry.month).padStart(2, '0'), String(expiry.year)];
  const cardData = {
    cardNumber: number,
    month,
    year,
    cardCode: card.cvv,
    zip: card.zip.trim(),
    fullName: card.name.trim(),
  };
  const opaque = await secure({ cardData }, account);
  return {
    acceptPaymentDescriptor: opaque.dataDescriptor,
    acceptPaymentValue: opaque.dataValue,
    ccLast4: number.slice(-4),
    ccExpMonth: expiry.month,
    ccExpYear: expiry.year,
    billingZipCode: card.zip.trim(),
    cardholderName: card.name.trim(),
    cardType,
  };
}
