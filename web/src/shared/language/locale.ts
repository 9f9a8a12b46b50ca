import { t } from '@lingui/core/macro';

/** The languages of the pages, each by its own name. */
export const languages = [
  { value: 'en', label: 'English' },
  { value: 'he', label: 'עברית' },
] as const;
export type Language = (typeof languages)[number]['value'];

/** The language of this page: the server chose it, and it stays until the page is loaded again. */
export const language = (): Language => (document.documentElement.lang === 'he' ? 'he' : 'en');

/** How this page writes days, times and lists. */
export const locale = (): string => (language() === 'he' ? 'he-IL' : 'en-US');

/** Wraps a text that runs from left to right in any context: a phone number, an address, '−3'. */
export const leftToRight = (text: string): string =>
  language() === 'he' ? `\u2066${text}\u2069` : text;

/** Returns data, such as a name, that the words around it on a Hebrew page do not reorder. */
export const isolated = (text: string): string =>
  language() === 'he' ? `\u2068${text}\u2069` : text;

/** Joins data by commas, each item isolated as above; leaves out null and ''. */
export const listed = (items: readonly (string | null | undefined)[]): string =>
  items
    .filter((item) => !!item)
    .map((item) => isolated(String(item)))
    .join(', ');

/** Returns whether the server would send this page in another language now: that of the account. */
export function isOtherChosen(): boolean {
  const chosen = /(?:^|; )lang=(en|he)/.exec(document.cookie)?.[1];
  return chosen !== undefined && chosen !== language();
}

const A_YEAR = 365 * 24 * 3600;

/**
 * Loads the page again in another language, which this browser keeps from then on; `keep` keeps it
 * for the account first.
 */
export async function speak(
  other: Language,
  keep: (chosen: Language) => Promise<unknown> = async () => {},
): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to choose the page
  document.cookie = `lang=${other}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax`;
  // the pages are served in that language even if the choice could not be saved
  await keep(other).catch(() => {});
  window.location.reload();
}

/** The name of the language choice. */
export const languageLabel = (): string => t`Language`;
