/** The Visa ending 1111, turned into a token as Accept.js does it in a browser. */
export async function newVisa(sandboxUrl: string, now: Date, fullName: string) {
  const expYear = now.getUTCFullYear() + 3;
  const response = await fetch(`${sandboxUrl}/xml/v1/request.api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      securePaymentContainerRequest: {
        merchantAuthentication: {
          name: process.env.CARDS_LOGIN_ID,
          clientKey: process.env.CARDS_CLIENT_KEY,
        },
        data: {
          type: 'TOKEN',
          id: 'seed',
          token: {
            cardNumber: '4111111111111111',
            expirationDate: `12${expYear}`,
            cardCode: '123',
            zip: '11230',
            fullName,
          },
        },
      },
    }),
  });
  const answer = JSON.parse((await response.text()).replace(/^\uFEFF/, '')) as {
    opaqueData?: { dataDescriptor: string; dataValue: string };
  };
  if (!answer.opaqueData) throw new Error('the card processor gave no token for a demo card');
  return {
    descriptor: answer.opaqueData.dataDescriptor,
    value: answer.opaqueData.dataValue,
    last4: '1111',
    expMonth: 12,
    expYear,
    billingZip: '11230',
    cardholderName: fullName,
    cardType: 'Visa',
  };
}
