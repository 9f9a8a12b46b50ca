import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { directCalls } from './direct-calls.ts';
import { earlyFiles } from './early-files.ts';
import { hebrewPage } from './hebrew-page.ts';
import { isolatingJsx } from './isolating-jsx.ts';
import { precompress } from './precompress.ts';
import { slimRouter } from './slim-router.ts';

/** Only for `vite dev`: the portal that answers /api. */
const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';

/** Modules that every page needs; none has styles, which would delay the page. */
const base = [
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|Input|InputBase|Loader|Paper|Skeleton|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)\//,
  /@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
  /\/icons\/Icon(AlertTriangle|CircleCheck|Clock|ExternalLink|InfoCircle|X)\.mjs$/,
  /@mantine\/hooks\/esm\/use-(merged-ref|uncontrolled)\//,
  /web\/src\/shared\/(api\/(calls|client|served-config)|language\/(locale|jsx-runtime\.he)|page\/use-title|session\/session|ui\/server-text)\.tsx?$/,
  /contract\/days\.ts$/,
  /proto\/access\/(roles|text\/normalize-text)\.ts$/,
];
/** Placeholders and error notices of pages and dialogs. Its styles come before Mantine's. */
const frame = [
  /web\/src\/shared\/(dialogs\/lazy-dialog|page\/mark|ui\/feedback)(\.module\.css|\.tsx)$/,
  /web\/src\/(app\/theme\/student-shell|shared\/sign-in\/sign-in-frame)\.module\.css$/,
];
/** Input fields, on the sign-in pages and elsewhere. */
const forms = [
  /@mantine\/core\/esm\/components\/(Card|PasswordInput)\//,
  /\/icons\/Icon(ArrowLeft|Language|MailCheck|Phone)\.mjs$/,
  /web\/src\/shared\/(forms\/(bot-check\/|fields|masked-input|masks|show-password|use-fields)|office\/office\.ts|sign-in\/)/,
  /contract\/office\.ts$/,
  /proto\/access\/text\/person-rules\.ts$/,
];
/** Modules that the exam list, the first page of a student, shares with other pages. */
const lists = [
  /@mantine\/core\/esm\/components\/(Badge|FloatingIndicator|NativeSelect|Progress|SegmentedControl|Combobox\/(ComboboxChevron|get-parsed-combobox-data))\//,
  /@mantine\/hooks\/esm\/(use-(debounced-callback|mounted|shallow-effect|timeout)|utils\/(shallow-equal|use-callback-ref))\//,
  /\/icons\/Icon(AdjustmentsHorizontal|ArrowBackUp|Ban|CalendarEvent|ChartDots|Check|ChevronDown|CircleX|ClipboardCheck|DeviceLaptop|EyeOff|Hourglass|ListSearch|Menu2|PlayerPlay|PlugConnectedX|Search)\.mjs$/,
  /web\/src\/shared\/(api\/student\.ts|exams\/(exam-rows|exams-news|announced-changes|vendor-tile)|format\/(dates|money)|live\/listen-to|payments\/prices-not-set|page\/use-now|sessions\/(calendar-tile|open-sessions|place-text)|ui\/(coin|tone-badge)|waiting-list\/(offer-banner|answered-offer|waiting-calls|waiting-list\.module))/,
  /web\/src\/(app\/(live\/|menu\/notices)|exams\/api\.ts|online\/api\.ts)/,
  /contract\/(exams\/(action-of|exam-search|exam-view|get-or-buy|grade-status)|payments\/credit-totals)\.ts$/,
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
            ...Object.entries({ base, frame, forms, lists }).map(([name, parts]) => ({
              name,
              test: (id: string) => parts.some((part) => part.test(id)),
            })),
          ],
        },
      },
    },
  },
}));
