/** The server's configuration for the page. Nothing in it is secret. */
export interface ServedConfig {
  acceptJsUrl: string;
  cardsLoginId: string;
  cardsClientKey: string;
  /** Of the second merchant account; absent where there is none. */
  cardsTtinjLoginId?: string;
  cardsTtinjClientKey?: string;
  /** Merchant accounts that take bank accounts; all of them when it is absent. */
  achAccounts?: string[];
  /** Absent where no bot check is set up. */
  recaptchaJsUrl?: string;
  recaptchaSiteKey?: string;
  /** The version of the portal that served the page. */
  version: string;
  /** The request that this page came with, as logs and traces name it. */
  requestId?: string;
  /** Without it the page's policy refuses a style element. */
  nonce: string;
}

let read: { readonly from: HTMLElement; readonly config: ServedConfig } | undefined;

/** Reads the settings from the page. Throws when the page holds none. */
export function servedConfig(): ServedConfig {
  const from = document.getElementById('portal-config');
  if (!from?.textContent) throw new Error('The page holds no portal-config');
  if (read?.from !== from) read = { from, config: JSON.parse(from.textContent) };
  return read.config;
}
