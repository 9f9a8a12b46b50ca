import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { type ChunkGroup, chunkGroups, isOwnModule } from './chunk-groups.ts';
import { directCalls } from './direct-calls.ts';
import { earlyFiles } from './early-files.ts';
import { hebrewPage } from './hebrew-page.ts';
import { isolatingJsx } from './isolating-jsx.ts';
import { precompress } from './precompress.ts';
import { slimRouter } from './slim-router.ts';

/** Only for `vite dev`: the portal that answers /api. */
const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';

/**
 * Modules of packages that many pages need, by chunk; chunk-groups.ts has ours. The frame's styles
 * come before Mantine's, and none of `base` has styles, which would delay the page.
 */
const packages: Readonly<Record<ChunkGroup, readonly RegExp[]>> = {
  base: [
    /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\//,
    /@mantine\/core\/esm\/core\//,
    /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|Input|InputBase|Loader|Paper|Skeleton|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)\//,
    /@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
    /\/icons\/Icon(AlertTriangle|CircleCheck|Clock|ExternalLink|InfoCircle|X)\.mjs$/,
    /@mantine\/hooks\/esm\/use-(merged-ref|uncontrolled)\//,
  ],
  frame: [],
  forms: [
    /@mantine\/core\/esm\/components\/(Card|PasswordInput)\//,
    /\/icons\/Icon(ArrowLeft|Language|MailCheck|Phone)\.mjs$/,
  ],
  lists: [
    /@mantine\/core\/esm\/components\/(Badge|FloatingIndicator|NativeSelect|Progress|SegmentedControl|Combobox\/(ComboboxChevron|get-parsed-combobox-data))\//,
    /@mantine\/hooks\/esm\/(use-(debounced-callback|mounted|shallow-effect|timeout)|utils\/(shallow-equal|use-callback-ref))\//,
    /\/icons\/Icon(AdjustmentsHorizontal|ArrowBackUp|Ban|CalendarEvent|ChartDots|Check|ChevronDown|CircleX|ClipboardCheck|DeviceLaptop|EyeOff|Hourglass|ListSearch|Menu2|PlayerPlay|PlugConnectedX|Search)\.mjs$/,
  ],
};

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

/**
 * The Hebrew build, beside the English one of the same release: `vite build --mode he` runs second.
 */
const inHebrew: UserConfig = {
  plugins: [
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    hebrewPage(),
    isolatingJsx(),
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
        // modules that many pages need are bundled into four chunks, not sixty: a small chunk
        // compresses badly, and is named in the list of every page that needs it. The rest loads
        // with its pages.
        codeSplitting: {
          groups: [
            {
              name: 'language',
              test: /@lingui\/(core|message-utils)\/|activate\.he\.ts|text\/isolates\.ts|he\.po/,
              priority: 1,
            },
            ...chunkGroups.map((name) => ({
              name,
              test: (id: string) =>
                packages[name].some((pattern) => pattern.test(id)) || isOwnModule(name, id),
            })),
          ],
        },
      },
    },
  },
}));
