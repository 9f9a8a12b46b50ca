import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { directCalls } from './direct-calls.ts';
import { earlyFiles } from './early-files.ts';
import { hebrewPage } from './hebrew-page.ts';
import { precompress } from './precompress.ts';
import { slimRouter } from './slim-router.ts';

/** Only for `vite dev`: the portal that answers /api. */
const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';

const everyPage = [
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|Card|CloseButton|Input|InputBase|Loader|Paper|PasswordInput|Skeleton|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)\//,
  /@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
  /web\/src\/shared\/(api\/(client|calls)|forms\/(fields|masked-input|use-fields)|office\/office|session\/session|ui\/(feedback|mark|server-text|use-title))\.tsx?$/,
  /contract\/(days|endpoints)\.ts$/,
  /proto\/access\/(can|permissions|roles)\.ts$/,
];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The English pages: the texts in the code are the texts on the page, so that neither a catalogue
 * nor its library is loaded.
 */
const english = here('src/shared/language/english.tsx');
const inEnglish: UserConfig = {
  plugins: [react(), directCalls(), slimRouter(), earlyFiles(), precompress()],
  resolve: { alias: { '@lingui/core/macro': english, '@lingui/react/macro': english } },
};

/** The Hebrew ones, beside the English ones of the same build: `vite build --mode he` comes second. */
const inHebrew: UserConfig = {
  plugins: [
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    hebrewPage(),
    directCalls(),
    slimRouter(),
    earlyFiles(),
    precompress(),
  ],
  resolve: {
    alias: [
      {
        find: /^.*\/language-frame\.tsx$/,
        replacement: here('src/shared/language/language-frame.he.tsx'),
      },
      {
        find: /^.*\/language\/answers\.ts$/,
        replacement: here('src/shared/language/answers.he.ts'),
      },
    ],
  },
  publicDir: false,
};

export default defineConfig(({ mode }) => ({
  ...(mode === 'he' ? inHebrew : inEnglish),
  server: { proxy: { '/api': portal } },
  build: {
    target: 'es2022',
    emptyOutDir: mode !== 'he',
    cssCodeSplit: true,
    assetsInlineLimit: 0, // a data: address would have to be allowed by the content security policy
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // what the login and every other page need comes as one file, not as thirty; the rest as
        // the pages ask for it
        codeSplitting: {
          groups: [
            {
              name: 'language',
              test: /@lingui\/(core|message-utils)\/|activate\.he\.ts|he\.po/,
              priority: 1,
            },
            { name: 'base', test: (id) => everyPage.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
}));
