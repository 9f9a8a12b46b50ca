import { expect, test } from '@jest/globals';
import type { FinderKind } from '@portal/contract/finder/finder-kinds';
import { groupsOf, missingText } from './groups.ts';

const item = (kind: FinderKind, recent = false) => ({ kind, recent });
const shown = (...args: Parameters<typeof groupsOf>) =>
  groupsOf(...args).map(({ label, items }) => `${label} ${items.map(({ place }) => place)}`);

test('results stand by kind, the kind of the best one first, and keep their places', () => {
  const items = [item('session', true), item('student'), item('session'), item('page')];
  expect(shown(items)).toEqual(['Sessions 0,2', 'Students 1', 'Pages 3']);
});

test('without typed text the recently opened items form one group', () => {
  const items = [item('student', true), item('school', true), item('page')];
  expect(shown(items, true)).toEqual(['Recent 0,1', 'Pages 2']);
});

test('names the kinds that are unavailable now', () => {
  expect(missingText(['registration', 'session'])).toBe(
    'Not everything can be found now. Missing: registrations, sessions.',
  );
});
