import { randomInt } from 'node:crypto';
import type { NewCardFields } from '@portal/contract/payments/cards';
import { steadyNow } from '@portal/kit/steady-clock';
import { browserKey, cardToken } from '../../seed/card-token.ts';

/**
 * Returns a valid Visa number that no other test uses, so that no test meets another test's saved
 * card or duplicate window. Its last four digits are no student's SSN digits, which begin with 0.
 */
export function aVisaNumber(): string {
  const digits = `4${String(randomInt(1e11)).padStart(11, '0')}${randomInt(100, 1_000)}`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/**
 * Returns a new card as a page sends it, with a token of the processor. `key`: the merchant
 * account, TTI unless given.
 */
export async function aNewCard(
  sandboxUrl: string,
  { number = aVisaNumber(), zip = '11230', key = browserKey() } = {},
): Promise<NewCardFields> {
  const year = steadyNow().getFullYear() + 3;
  const fullName = 'Dana Levi';
  const token = {
    cardNumber: number,
    expirationDate: `12${year}`,
    cardCode: '123',
    zip,
    fullName,
  };
  const { descriptor, value } = await cardToken(sandboxUrl, { token }, key);
  return {
    acceptPaymentDescriptor: descriptor,
    acceptPaymentValue: value,
    ccLast4: number.slice(-4),
    ccExpMonth: 12,
    ccExpYear: year,
    billingZipCode: zip,
    cardholderName: fullName,
    cardType: 'Visa',
  };
}
