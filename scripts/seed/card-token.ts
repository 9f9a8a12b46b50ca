/** What identifies a page to the card processor at one merchant account. */
export interface BrowserKey {
  readonly name: string;
  readonly clientKey: string;
}

/** The key of the merchant account TTI, as the portal of this process has it. */
export const browserKey = (): BrowserKey => ({
  name: process.env.CARDS_LOGIN_ID ?? 'sandbox-login',
  clientKey: process.env.CARDS_CLIENT_KEY ?? 'sandbox-client-key',
});

/**
 * Fetches a token for a card or a bank account from the processor, as Accept.js does for a page:
 * `{ token: … }` is a card, `{ bankToken: … }` a bank account. Throws with the processor's answer
 * when it gives none.
 */
export async function cardToken(
  sandboxUrl: string,
  data: object,
  key = browserKey(),
): Promise<{ descriptor: string; value: string }> {
  const response = await fetch(`${sandboxUrl}/xml/v1/request.api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      securePaymentContainerRequest: {
        merchantAuthentication: key,
        data: { type: 'TOKEN', id: 'page', ...data },
      },
    }),
  });
  const text = (await response.text()).replace(/^\uFEFF/, '');
  const { opaqueData } = JSON.parse(text) as {
    opaqueData?: { dataDescriptor: string; dataValue: string };
  };
  if (!opaqueData) throw new Error(`the card processor gave no token: ${text}`);
  return { descriptor: opaqueData.dataDescriptor, value: opaqueData.dataValue };
}
