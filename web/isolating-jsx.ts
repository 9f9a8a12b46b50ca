import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const runtime = fileURLToPath(new URL('src/shared/language/jsx-runtime.he.ts', import.meta.url));

const ROUTER = /node_modules\/react-router\/.*\.mjs$/;
const MAKES_ELEMENT = /\bReact\d*\.createElement\(/g;

/**
 * Makes all elements of the Hebrew pages, those of packages too, by a runtime that isolates data.
 * The router calls React itself.
 */
export const isolatingJsx = (): Plugin => ({
  name: 'isolating-jsx',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react\/jsx-runtime$/ },
    handler: (_source, importer) => (importer === runtime ? null : runtime),
  },
  transform: {
    filter: { id: ROUTER, code: MAKES_ELEMENT },
    handler: (code) => ({
      code:
        'import { createElement as isolatedElement } from ' +
        `${JSON.stringify(runtime)};${code.replace(MAKES_ELEMENT, 'isolatedElement(')}`,
      map: null,
    }),
  },
});
