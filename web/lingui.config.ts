import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * The message catalogue of the pages. English is the source language and is written in the code;
 * `npm run texts` updates the other languages.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'he'],
  catalogs: [
    {
      path: `${process.env.TEXTS_DIR ?? '<rootDir>/texts'}/{locale}`,
      include: ['src'],
      exclude: ['**/*.test.*', '**/testing*', '**/shared/language/**'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
});
