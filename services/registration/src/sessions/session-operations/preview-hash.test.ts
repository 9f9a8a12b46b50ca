import { expect, test } from '@jest/globals';
import { isGoodPreview, previewHash } from './preview-hash.ts';

const now = new Date('2026-03-02T15:00:00Z');
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const facts = { version: 3, exams: [[1, 'scheduled', 2]], message: null };
const hash = previewHash(facts, now);

test.each([
  ['the same at once', facts, 0, true],
  ['the same after ten minutes', facts, 600, true],
  ['the same a second later', facts, 601, false],
  ['by a clock that is a little behind', facts, -5, true],
  ['before it was made', facts, -6, false],
  ['another version', { ...facts, version: 4 }, 0, false],
  ['another exam', { ...facts, exams: [] }, 0, false],
  ['another message', { ...facts, message: 'Sorry' }, 0, false],
])('a preview is good for %s', (_what, then, seconds, isGood) => {
  expect(isGoodPreview(hash, then, after(seconds))).toBe(isGood);
});

test.each(['', '.', 'abc', hash.replace(/^./, 'z'), `${hash}x`, `${hash.split('.')[0]}.`])(
  '%j is no preview',
  (made) => expect(isGoodPreview(made, facts, now)).toBe(false),
);
