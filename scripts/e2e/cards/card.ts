import { randomInt } from 'node:crypto';
import type { NewCardFields } from '@portal/contract/payments/cards';
import { steadyNow } from '@portal/kit/steady-clock';

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

/** Fetches a token for a new card from the processor, as Accept.js does for the page. */
export async function aNewCard(
  sandboxUrl: string,
  { number = aVisaNumber(), zip = '11230' } = {},
): Promise<NewCardFields> {
  const year = steadyNow().getFullYear() + 3;
  const response = await fetch(`${sandboxUrl}/xml/v1/request.api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      securePaymentContainerRequest: {
        merchantAuthentication: {
          name: process.env.CARDS_LOGIN_ID ?? 'sandbox-login',
          clientKey: process.env.CARDS_CLIENT_KEY ?? 'sandbox-client-key',
        },
        data: {
          type: 'TOKEN',
          id: 'e2e',
          token: {
            cardNumber: number,
            expirationDate: `12${year}`,
            cardCode: '123',
            zip,
            fullName: 'Dana Levi',
          },
        },
      },
    }),
  });
  const answer = JSON.parse((await response.text()).replace(/^﻿/, '')) as {
    opaqueData?: { dataDescriptor: string; dataValue: string };
  };
  if (!answer.opaqueData) throw new Error(`the processor gave no token: ${JSON.stringify(answer)}`);
  return {
    acceptPaymentDescriptor: answer.opaqueData.dataDescriptor,
    acceptPaymentValue: answer.opaqueData.dataValue,
    ccLast4: number.slice(-4),
    ccExpMonth: 12,
    ccExpYear: year,
    billingZipCode: zip,
    cardholderName: 'Dana Levi',
    cardType: 'Visa',
  };
}
