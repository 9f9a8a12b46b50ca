import { expect, test } from '@jest/globals';
import { barText } from './bar-words.ts';

test.each([
  [{ levels: ['buying'], until: null }, 'Barred from buying'],
  [
    { levels: ['buying', 'booking'], until: '2026-12-31' },
    'Barred from buying and booking until 12/31/2026',
  ],
  [
    { levels: ['buying', 'booking', 'sign_in'], until: null },
    'Barred from buying, booking and signing in',
  ],
] as const)('describes %j as %s', ({ levels, until }, text) => {
  expect(barText({ levels: [...levels], until })).toBe(text);
});
