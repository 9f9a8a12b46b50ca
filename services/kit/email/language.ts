import { readFileSync } from 'node:fs';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { isolate, isolateValues } from '@portal/access/text/isolates';
import { parsePo } from 'pofile-ts';

/** In which a student reads mails. English is the source of all texts. */
export type Language = 'en' | 'he';

/** Returns the language of this code; English when none is chosen. */
export const languageOf = (code: string | null | undefined): Language =>
  code === 'he' ? 'he' : 'en';

const LOCALES = { en: 'en-US', he: 'he-IL' } as const;

/** How days, times and lists are written in a language. */
export const localeOf = (language: Language): string => LOCALES[language];

/** Returns data, such as a name, that the words around it in a Hebrew text do not reorder. */
export const isolatedIn = (language: Language, text: string): string =>
  language === 'he' ? isolate(text) : text;

type Compile = NonNullable<Parameters<I18n['setMessagesCompiler']>[0]>;

/** Returns a compiler that compiles each text once: texts are few and are said often. */
function compilerOf(language: Language): Compile {
  const compiled = new Map<string, ReturnType<Compile>>();
  return (message) => {
    const known = compiled.get(message);
    if (known !== undefined) return known;
    const plain = compileMessage(message);
    const made = language === 'he' ? isolateValues(plain) : plain;
    compiled.set(message, made);
    return made;
  };
}

/** The translations of a catalogue by English text, as `npm run texts` keeps them. */
function catalogueOf(language: Exclude<Language, 'en'>): Messages {
  const path = new URL(`../texts/${language}.po`, import.meta.url);
  const { items } = parsePo(readFileSync(path, 'utf8'));
  return Object.fromEntries(items.map(({ msgid, msgstr }) => [msgid, msgstr[0] || msgid]));
}

const made = new Map<Language, I18n>();

/**
 * The texts of mails in a language: `i18n._('Dear {firstName},', { firstName })`. The variable has
 * this name everywhere, since `npm run texts` finds texts by it. Hebrew texts isolate their values.
 */
export function textsIn(language: Language): I18n {
  const known = made.get(language);
  if (known) return known;
  const messages = language === 'en' ? {} : catalogueOf(language);
  const i18n = setupI18n();
  i18n.setMessagesCompiler(compilerOf(language));
  i18n.loadAndActivate({ locale: localeOf(language), messages });
  made.set(language, i18n);
  return i18n;
}
