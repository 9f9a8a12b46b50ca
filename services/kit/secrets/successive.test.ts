import { expect, test } from '@jest/globals';
import { Successive } from './successive.ts';

test('the newest is tried first, then in turn with the one before it', () => {
  const passwords = new Successive('one');
  passwords.turnFrom('one');
  expect([passwords.current, passwords.count]).toEqual(['one', 1]);
  passwords.replace('two');
  const tried = [passwords.current];
  for (let turn = 0; turn < 2; turn++) {
    passwords.turnFrom(passwords.current);
    tried.push(passwords.current);
  }
  expect(tried).toEqual(['two', 'one', 'two']);
});

test('a refused caller does not advance past a secret that another one left already', () => {
  const passwords = new Successive('one');
  passwords.replace('two');
  passwords.turnFrom('two');
  passwords.turnFrom('two');
  expect(passwords.current).toBe('one');
});

test('an accepted secret is tried first from then on, and before the next one added', () => {
  const passwords = new Successive('one');
  passwords.replace('two');
  passwords.prefer('one');
  expect(passwords.current).toBe('one');
  passwords.replace('three');
  passwords.turnFrom('three');
  expect(passwords.current).toBe('one');
});
