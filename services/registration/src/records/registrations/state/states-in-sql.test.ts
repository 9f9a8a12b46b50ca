import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCE = join(import.meta.dirname, '../../..');
/** A statement that itself names the state which a registration is to have. */
const NAMES_STATE = /UPDATE\s+registration\b[^`]*?\bSET\b(?:(?!\bWHERE\b)[^`])*?\bstatus\s*=\s*'/i;
/** Facts of the past that no command makes. */
const SEEDS = ['seed.ts', 'seed-load.ts'];

test('which state follows is said by the machines, not by SQL', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !SEEDS.includes(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.filter((file) => NAMES_STATE.test(readFileSync(join(SOURCE, file), 'utf8'))),
  ).toEqual([]);
});

test.each([
  ["sql.run`UPDATE registration SET status = 'taken' WHERE id = 1`", true],
  ["sql.run`UPDATE registration r SET paid_at = now(),\n status = 'registered' FROM e`", true],
  ["sql.run`UPDATE registration SET given_back_at = now() WHERE status = 'dropped'`", false],
])('control: %j', (text, isSeen) => {
  expect(NAMES_STATE.test(text)).toBe(isSeen);
});
