import { expect, test } from '@jest/globals';
import { inWords } from './queue-words.ts';

test.each([
  ['differences_open', '2026-11-24, TTI', 'other state', '11/24/2026, TTI', 'Another state'],
  ['differences_open', '2026-11-24, TTI', 'of a later release', '11/24/2026, TTI', null],
  ['mails_refused', '2026-11-24, TTI', 'other state', '2026-11-24, TTI', null],
  [undefined, '2026-11-24, TTI', 'other state', '2026-11-24, TTI', null],
] as const)('a row of %s is said in the words of its page', (key, what, why, day, words) => {
  const row = { since: null, href: null, what, why };
  expect(inWords(key, row)).toEqual({ ...row, what: day, why: words ?? why });
});
