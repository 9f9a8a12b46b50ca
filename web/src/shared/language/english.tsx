import type { ReactNode } from 'react';

// What the macros of Lingui are in the English pages: English is the source, so that the text in the
// code is the text on the page, and nothing of a catalogue is loaded. vite.config.ts puts this in
// the place of '@lingui/core/macro' and '@lingui/react/macro'.

/** The text as it stands. */
export const t = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  parts.reduce((text, part, at) => `${text}${String(values[at - 1])}${part}`);

/** What is in it, as it stands. */
export const Trans = ({ children }: { children: ReactNode }): ReactNode => children;

const rules = new Intl.PluralRules('en-US');

/** The form of a count, '#' standing for it: `plural(n, { one: '# exam', other: '# exams' })`. */
export function plural(count: number, forms: { one?: string; other: string }): string {
  const form = rules.select(count) === 'one' ? (forms.one ?? forms.other) : forms.other;
  return form.replaceAll('#', String(count));
}
