import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../paths.ts';

const SKIP = new Set(['node_modules', 'gen', 'dist', 'coverage']);

function* filesUnder(path: string): Generator<string> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) yield path;
  if (!stat?.isDirectory()) return;
  for (const name of readdirSync(path).sort()) {
    if (!SKIP.has(name) && !name.startsWith('.')) yield* filesUnder(join(path, name));
  }
}

/**
 * One hash over the names and contents of files and folders of the tree, by which a step knows that
 * it has nothing to do.
 */
export function contentHash(
  paths: readonly string[],
  counts: (file: string) => boolean = () => true,
): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(join(ROOT, path))) {
      const name = relative(ROOT, file);
      if (counts(name)) hash.update(name).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}
