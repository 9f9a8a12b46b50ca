import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testFiles } from '../test-files.ts';

test('each file that is known to take long is a test file', () => {
  const text = readFileSync(join(import.meta.dirname, 'long-files.json'), 'utf8');
  const known = new Set(testFiles(true));
  expect(Object.keys(JSON.parse(text) as object).filter((file) => !known.has(file))).toEqual([]);
});
