import { expect, test } from '@jest/globals';
import { lastWords } from './log-file.ts';

test.each([
  [
    'one line',
    'The environment is not complete: NATS_URL (missing).\n',
    'The environment is not complete: NATS_URL (missing).',
  ],
  [
    'an error with its stack',
    'Error: boom\n    at main (file.ts:1:2)\n    at node:internal/x\n\nNode.js v26.10.0\n',
    'Error: boom',
  ],
  [
    'JSON of the log',
    '{"level":50,"msg":"cannot start","err":{"message":"no database"}}\n',
    'cannot start: no database',
  ],
  [
    'an error among other lines',
    'starting\nmigration 1 failed: no such table\ngoodbye\n',
    'migration 1 failed: no such table',
  ],
  ['nothing', '', ''],
])('the last words of %s', (_what, text, words) => {
  expect(lastWords(text)).toBe(words);
});

test('last words stay short', () => {
  expect(lastWords(`Error: ${'x'.repeat(5_000)}`)).toHaveLength(300);
});
