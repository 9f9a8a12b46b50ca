import { cardToken } from './card-token.ts';

/** The Visa ending 1111, turned into a token as Accept.js does it in a browser. */
export async function newVisa(sandboxUrl: string, now: Date, fullName: string) {
  const expYear = now.getUTCFullYear() + 3;
  const token = {
    cardNumber: '4111111111111111',
    expirationDate: `12${expYear}`,
    cardCode: '123',
    zip: '11230',
    fullName,
  };
  return {
    ...(await cardToken(sandboxUrl, { token })),
    last4: '1111',
    expMonth: 12,
    expYear,
    billingZip: '11230',
    cardholderName: fullName,
    cardType: 'Visa',
  };
}
