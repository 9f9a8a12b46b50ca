import { t } from '@lingui/core/macro';
import { servedConfig } from '../../api/served-config.ts';

interface Widget {
  sitekey: string;
  theme: 'light' | 'dark';
  callback: (token: string) => void;
  'expired-callback': () => void;
  'error-callback': () => void;
}
/** The used subset of the bot check's library. */
export interface BotCheckLibrary {
  ready: (run: () => void) => void;
  render: (place: HTMLElement, widget: Widget) => number;
}
declare global {
  interface Window {
    grecaptcha?: BotCheckLibrary;
  }
}

export const notLoaded = t`The check could not be loaded. Check your connection and try again.`;
let loading: { readonly script: Element; readonly library: Promise<BotCheckLibrary> } | undefined;

/**
 * Loads the bot check's library once and waits until it can draw; a failed load can be tried again.
 */
export function loadBotCheck(): Promise<BotCheckLibrary> {
  if (loading?.script.isConnected) return loading.library;
  const script = document.createElement('script');
  const library = new Promise<BotCheckLibrary>((resolve, reject) => {
    const fail = () => {
      script.remove();
      reject(new Error(notLoaded));
    };
    const { recaptchaJsUrl } = servedConfig();
    if (!recaptchaJsUrl) return fail();
    const address = new URL(recaptchaJsUrl);
    address.searchParams.set('render', 'explicit');
    script.src = address.href;
    script.async = true;
    script.onload = () => {
      const loaded = window.grecaptcha;
      if (loaded) loaded.ready(() => resolve(loaded));
      else fail();
    };
    script.onerror = fail;
    document.head.append(script);
  });
  loading = { script, library };
  return library;
}
