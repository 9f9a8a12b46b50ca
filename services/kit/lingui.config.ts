import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * The catalogue of the emails, and of the waiting page. English is the source, in the code; `npm
 * run texts` updates the other languages.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'he'],
  catalogs: [
    {
      path: `${process.env.TEXTS_DIR ?? '<rootDir>/texts'}/{locale}`,
      include: [
        'email',
        '../identity/src',
        '../payments/src',
        '../registration/src',
        '../../bff/src/http/waiting-room',
      ],
      exclude: ['**/*.test.*', '**/testing*'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
});
