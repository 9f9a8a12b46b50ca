import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const ROUTER = /node_modules\/react-router\/.*\.mjs$/;
/** A name for React's developer tools, given to a component after it was made. */
const DISPLAY_NAME = /^[ \t]*\w+\.displayName = (["'`])[^"'`\n]*\1;?$/gm;
/** Makes something and changes nothing else. */
const MAKERS = /\bReact\d*\.(?:forwardRef|createContext|memo)\(/g;

/**
 * Lets the bundler drop the router code that no page uses: the router creates its components by
 * calls and names them by assignments, and a bundler must treat both as side effects. Uses the
 * build without developer warnings, which the package does not export.
 */
export function slimRouter(): Plugin {
  const router = createRequire(import.meta.url)
    .resolve('react-router')
    .replace(/development([\\/]index)\.m?js$/, 'production$1.mjs');
  return {
    name: 'slim-router',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: /^react-router(-dom)?$/, replacement: router }] },
    }),
    transform: {
      filter: { id: ROUTER },
      handler: (code) => ({
        code: code.replace(DISPLAY_NAME, '').replace(MAKERS, '/* @__PURE__ */ $&'),
        map: null,
      }),
    },
  };
}
