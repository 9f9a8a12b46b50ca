import type { ReactNode } from 'react';

// Replaces the macros of Lingui in the English pages: English is the source language, so that the
// text in the code is the text on the page, and no catalogue is loaded. vite.config.ts puts this in
// the place of '@lingui/core/macro' and '@lingui/react/macro'.

/** Returns the text unchanged. */
export const t = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  parts.reduce((text, part, at) => `${text}${String(values[at - 1])}${part}`);

/** Renders its children unchanged. */
export const Trans = ({ children }: { children: ReactNode }): ReactNode => children;

const rules = new Intl.PluralRules('en-US');

/** The form of a count, '#' standing for it: `plural(n, { one: '# exam', other: '# exams' })`. */
export function plural(count: number, forms: { one?: string; other: string }): string {
  const form = rules.select(count) === 'one' ? (forms.one ?? forms.other) : forms.other;
  return form.replaceAll('#', String(count));
}
