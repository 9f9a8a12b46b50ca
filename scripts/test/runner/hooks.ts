import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

// How test workers load modules. Node strips types; the hooks do the work of a bundler for pages:
// TSX, style sheets and pictures, and Lingui's macros, which give the English texts.

const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, 'node_modules/.cache/portal-tests');
const here = (name: string): string => pathToFileURL(join(import.meta.dirname, name)).href;

const GLOBALS = here('globals.ts');
const EMPTY_ASSET = here('empty-asset.ts');
const MACROS = pathToFileURL(join(ROOT, 'web/src/shared/language/english.tsx')).href;

/** Returns the target of an import that Node cannot resolve. */
function mapped(specifier: string): string | undefined {
  if (specifier === '@jest/globals') return GLOBALS;
  if (/^@lingui\/(core|react)\/macro$/.test(specifier)) return MACROS;
  return /\.(css|svg|png|woff2)$/.test(specifier) ? EMPTY_ASSET : undefined;
}

/** A TSX file as JavaScript, from the cache where it is there. */
function compiled(file: string): string {
  const source = readFileSync(file, 'utf8');
  const name = createHash('sha256').update(file).update(source).digest('hex');
  const cached = join(CACHE, `${name}.mjs`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const { code } = transformSync(source, {
    filename: file,
    swcrc: false,
    jsc: {
      target: 'esnext',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    sourceMaps: 'inline',
  });
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(`${cached}.${process.pid}`, code);
  renameSync(`${cached}.${process.pid}`, cached); // other workers read it whole or not at all
  return code;
}

registerHooks({
  resolve(specifier, context, next) {
    const url = mapped(specifier);
    return url ? { url, format: undefined, shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!/\.tsx(\?|$)/.test(url)) return next(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});
