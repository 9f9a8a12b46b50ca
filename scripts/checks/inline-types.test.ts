import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const SKIP = new Set(['node_modules', 'gen', 'dist', 'coverage']);

/**
 * `import('./x.ts').T` or `typeof import('./x.ts')` in a type: imports that the import check cannot
 * see.
 */
const INLINE_TYPE =
  /typeof import\(['"]|(?<!await )(?<!\(await )import\(['"][^'"]+['"]\)\.(?!then\b|catch\b|finally\b)/;

/** Tests whose texts contain forbidden examples. */
const HOLDS_EXAMPLES = /(inline-types|check-templates\.parts)\.test\.ts$/;

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !SKIP.has(entry.name)) yield* sources(path);
    else if (entry.isFile() && /\.tsx?$/.test(entry.name)) yield path;
  }
}

function findInlineTypes(text: string): boolean {
  return INLINE_TYPE.test(text);
}

test('notices an inline type import, but no dynamic import', () => {
  expect(findInlineTypes("type Seat = import('../sessions/seat.ts').Seat;")).toBe(true);
  expect(findInlineTypes("type All = typeof import('../sessions/seat.ts');")).toBe(true);
  expect(
    findInlineTypes("const page = lazy(() => import('./page.tsx').then((m) => m.page));"),
  ).toBe(false);
  expect(findInlineTypes("const { seat } = await import('./seat.ts');")).toBe(false);
});

test('types are imported at the top of a file, where the import check sees them', () => {
  const found = ['services', 'bff', 'web', 'scripts', 'proto'].flatMap((folder) => [
    ...sources(folder),
  ]);
  expect(
    found.filter(
      (file) =>
        !HOLDS_EXAMPLES.test(file) && findInlineTypes(readFileSync(join(ROOT, file), 'utf8')),
    ),
  ).toEqual([]);
});
