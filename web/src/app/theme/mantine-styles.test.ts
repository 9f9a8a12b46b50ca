import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCE = join(import.meta.dirname, '../..');
const STYLES = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/baseline.css'));

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'));
const used = new Set(
  sources
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
);
const styled = new Set(
  ['mantine.css', 'staff-mantine.css']
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/styles\/(\w+)\.css/g)])
    .map(([, name]) => name),
);

test('every component of Mantine that is used has its styles', () => {
  expect(used.size).toBeGreaterThan(20);
  const bare = [...used].filter((name) => existsSync(join(STYLES, `${name}.css`)));
  expect(bare.filter((name) => !styled.has(name))).toEqual([]);
});
