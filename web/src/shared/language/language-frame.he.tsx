import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';

/** Around the pages of another language; vite.config.ts puts it in the place of the English one. */
export const LanguageFrame = ({ children }: { children: ReactNode }): ReactNode => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
);
