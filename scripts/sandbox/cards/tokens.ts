import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import {
  brandOf,
  expiryOf,
  hashNumber,
  isExpired,
  luhnHolds,
  routingHolds,
} from './card-number.ts';
import { type CardState, opaqueDataLife } from './card-state.ts';
import type { Account, Token } from './records.ts';
import { type Answer, ok, refused } from './wire/answers.ts';
import type { bodies, Payment } from './wire/read-request.ts';

/** The only kind of opaque data that Accept.js makes. */
const descriptor = 'COMMON.ACCEPT.INAPP.PAYMENT';

/**
 * Returns the result of the security-code check by the sandbox's test codes; 'P' (not processed)
 * for all others.
 */
function cvvResult(code: string | undefined): string {
  return { '900': 'M', '901': 'N', '902': 'S', '903': 'U', '904': 'P' }[code ?? ''] ?? 'P';
}

function cardAccount(state: CardState, number: string, expiry: string): Account {
  return {
    hash: hashNumber(state.salt, number),
    type: brandOf(number) ?? 'Visa',
    lastFour: number.slice(-4),
    expiry,
    bank: null,
  };
}

function bankOf(state: CardState, input: NonNullable<Payment['bankAccount']>): Account {
  return {
    hash: hashNumber(state.salt, `${input.routingNumber}/${input.accountNumber}`),
    type: 'eCheck',
    lastFour: input.accountNumber.slice(-4),
    expiry: null,
    bank: {
      accountType: input.accountType ?? 'checking',
      routingLastFour: input.routingNumber.slice(-4),
      nameOnAccount: input.nameOnAccount,
      echeckType: input.echeckType ?? 'WEB',
      bankName: input.bankName ?? '',
    },
  };
}

type Container = z.infer<(typeof bodies)['container']>;

function cardFromBrowser(
  state: CardState,
  token: NonNullable<Container['data']['token']>,
  now: number,
): Omit<Token, 'value' | 'at'> | Answer {
  const number = token.cardNumber.replace(/\s/g, '');
  if (!luhnHolds(number) || brandOf(number) === null)
    return refused('E_WC_05', 'Please provide valid credit card number.');
  const expiry = expiryOf(token.expirationDate);
  if (expiry === null) {
    return /^(0[1-9]|1[0-2])/.test(token.expirationDate)
      ? refused('E_WC_07', 'Please provide valid expiration year.')
      : refused('E_WC_06', 'Please provide valid expiration month.');
  }
  if (isExpired(expiry, now)) return refused('E_WC_08', 'Expiration date must be in the future.');
  if (token.cardCode !== undefined && !/^\d{3,4}$/.test(token.cardCode))
    return refused('E_WC_15', 'Please provide valid CVV.');
  return {
    account: cardAccount(state, number, expiry),
    zip: token.zip ?? '',
    fullName: token.fullName ?? '',
    cvv: cvvResult(token.cardCode),
  };
}

function bankFromBrowser(
  state: CardState,
  input: NonNullable<Container['data']['bankToken']>,
): Omit<Token, 'value' | 'at'> | Answer {
  if (!/^\d{4,17}$/.test(input.accountNumber))
    return refused('E_WC_24', 'Please provide valid account number.');
  if (!routingHolds(input.routingNumber))
    return refused('E_WC_25', 'Please provide valid routing number.');
  if (!input.nameOnAccount.trim())
    return refused('E_WC_26', 'Please provide valid account holder name.');
  return { account: bankOf(state, input), zip: '', fullName: input.nameOnAccount, cvv: '' };
}

/**
 * securePaymentContainerRequest: a card or bank account goes in, opaque data for one use within 15
 * minutes comes out.
 */
export function makeToken(state: CardState, body: Container, now: number): Answer {
  const { token, bankToken } = body.data;
  if ((token === undefined) === (bankToken === undefined))
    return refused('E_WC_23', 'Please provide either card information or bank information.');
  const made = token
    ? cardFromBrowser(state, token, now)
    : bankToken
      ? bankFromBrowser(state, bankToken)
      : refused('E00014');
  if ('messages' in made) return made;
  const random = randomBytes(30).toString('base64url');
  const value = Buffer.from(
    JSON.stringify({ code: `50_2_06000_${random}`, token: '1', v: '1.1' }),
  ).toString('base64');
  state.record({ t: 'token', v: { value, at: now, ...made } });
  return ok({ opaqueData: { dataDescriptor: descriptor, dataValue: value } });
}

/** Card or bank account of a request. `spend` is the opaque data to use up with it. */
export interface Instrument {
  account: Account;
  zip: string;
  fullName: string;
  cvv: string;
  spend: string | null;
}

/** A transaction's own reason (6, 8, 9, ...) why the account can't be used. */
export interface BadAccount {
  reason: 6 | 7 | 8 | 9 | 10 | 33;
}

/**
 * Reads the payment of a request: opaque data, a card's own number or a bank account. An Answer is
 * a refusal of the whole request.
 */
export function instrumentOf(
  state: CardState,
  payment: Payment | undefined,
  now: number,
): Instrument | BadAccount | Answer {
  if (payment?.opaqueData) {
    if (payment.opaqueData.dataDescriptor !== descriptor) return refused('E00113');
    const token = state.tokens.get(payment.opaqueData.dataValue);
    if (!token) return refused('E00114');
    if (token.at + opaqueDataLife <= now) return refused('E00115');
    return {
      account: token.account,
      zip: token.zip,
      fullName: token.fullName,
      cvv: token.cvv,
      spend: token.value,
    };
  }
  if (payment?.creditCard) {
    const number = payment.creditCard.cardNumber.replace(/\s/g, '');
    if (!luhnHolds(number) || brandOf(number) === null) return { reason: 6 };
    const expiry = expiryOf(payment.creditCard.expirationDate);
    if (expiry === null) return { reason: 7 };
    if (isExpired(expiry, now)) return { reason: 8 };
    return {
      account: cardAccount(state, number, expiry),
      zip: '',
      fullName: '',
      cvv: cvvResult(payment.creditCard.cardCode),
      spend: null,
    };
  }
  if (payment?.bankAccount) {
    if (!routingHolds(payment.bankAccount.routingNumber)) return { reason: 9 };
    if (!/^\d{4,17}$/.test(payment.bankAccount.accountNumber)) return { reason: 10 };
    return {
      account: bankOf(state, payment.bankAccount),
      zip: '',
      fullName: payment.bankAccount.nameOnAccount,
      cvv: '',
      spend: null,
    };
  }
  return { reason: 33 };
}
