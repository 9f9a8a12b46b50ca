import { serveConfig } from '../../testing.tsx';
import type { BotCheckLibrary } from './bot-check-library.ts';

let drawn = 0;
/** How many boxes were drawn since the library came. */
export const drawnBotChecks = (): number => drawn;

/** Replaces the bot check's library: its box gives a token for each tick. */
const library: BotCheckLibrary = {
  ready: (run) => run(),
  render(place, { callback }) {
    drawn += 1;
    const box = document.createElement('button');
    box.type = 'button';
    box.textContent = "I'm not a robot";
    box.onclick = () => callback(`token-${drawn}`);
    place.append(box);
    return drawn;
  },
};

/** Sets up a bot check before each test. */
export function botCheckComes(): void {
  drawn = 0;
  serveConfig({
    recaptchaJsUrl: 'http://check.test/api.js',
    recaptchaSiteKey: 'site-key',
  });
  window.grecaptcha = library;
}

export function botCheckGoes(): void {
  serveConfig(null);
  document.head.replaceChildren();
}

/** The script of the library is not fetched in tests: says that it has come. */
export function botCheckArrives(): void {
  document.head.querySelector<HTMLScriptElement>('script[src]')?.onload?.(new Event('load'));
}
