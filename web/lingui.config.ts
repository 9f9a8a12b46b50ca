import { readFileSync } from 'node:fs';
import { defineConfig } from '@lingui/cli';
import babel from '@lingui/cli/api/extractors/babel';
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
  // most files have no texts: parsing those takes most of the time
  extractors: [
    {
      ...babel,
      match: (file) => babel.match(file) && /lingui|i18n/.test(readFileSync(file, 'utf8')),
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
});
