import { expect, test } from '@jest/globals';
import { isSameName } from './same-name.ts';

const onRecord = { firstName: 'Chaya Léa', lastName: 'Weiss-Klein', maidenName: "O'Brien" };

test.each([
  ['Chaya Léa', 'Weiss-Klein', true],
  ['CHAYA-LEA', 'weiss klein', true],
  ['Chaya Lea', 'Obrien', true],
  ['Chaya Lea', 'Weiss', false],
  ['Chaya', 'Weiss-Klein', false],
])('%s %s is the same person: %p', (firstName, lastName, same) => {
  expect(isSameName({ firstName, lastName }, onRecord)).toBe(same);
});

test('an empty name does not find a student without a maiden name', () => {
  const nameless = { firstName: 'Chaya Lea', lastName: '-' };
  expect(isSameName(nameless, { ...onRecord, maidenName: null })).toBe(false);
});
