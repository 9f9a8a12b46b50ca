import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/;
const PAGES = ['index.html', 'he.html'];
/** Below this a compressed answer saves no packet. */
const SMALLEST_BYTES = 600;

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  await Promise.all([
    brotli(plain, { params }).then((br) => writeFile(`${file}.br`, br)),
    zip(plain, { level: 9 }).then((gz) => writeFile(`${file}.gz`, gz)),
  ]);
}

/**
 * Writes a `.br` and a `.gz` beside every built text file, so that the server only has to choose.
 * The pages are left out: the server writes its settings into them.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const names = Object.keys(bundle).filter(
        (name) => COMPRESSIBLE.test(name) && !PAGES.includes(name),
      );
      await Promise.all(names.map((name) => compress(join(dir, name))));
    },
  };
}
