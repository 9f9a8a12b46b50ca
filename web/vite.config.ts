import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { earlyFiles } from './early-files.ts';
import { precompress } from './precompress.ts';

/** Only for `vite dev`: the portal that answers /api. */
const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';

const everyPage = [
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|Card|CloseButton|Input|InputBase|Loader|Paper|PasswordInput|Skeleton|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)\//,
  /@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
  /web\/src\/shared\/(api\/(client|calls)|forms\/(fields|masked-input|use-fields)|office\/office|session\/session|ui\/(feedback|mark|server-text|tone-badge|use-title))\.tsx?$/,
  /contract\/(days|endpoints)\.ts$/,
  /proto\/access\/(can|permissions|roles)\.ts$/,
];

export default defineConfig({
  plugins: [react(), earlyFiles(), precompress()],
  server: { proxy: { '/api': portal } },
  build: {
    target: 'es2022',
    cssCodeSplit: true,
    assetsInlineLimit: 0, // a data: address would have to be allowed by the content security policy
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // what the login and every other page need comes as one file, not as thirty; the rest as
        // the pages ask for it
        codeSplitting: {
          groups: [{ name: 'base', test: (id) => everyPage.some((part) => part.test(id)) }],
        },
      },
    },
  },
});
