import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

/** Only for `vite dev`: the portal that answers /api. */
const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), precompress()],
  server: { proxy: { '/api': portal } },
  build: {
    target: 'es2022',
    cssCodeSplit: true,
    assetsInlineLimit: 0, // a data: address would have to be allowed by the content security policy
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
