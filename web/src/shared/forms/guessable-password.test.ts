import { expect, test } from '@jest/globals';
import { isGuessable } from './guessable-password.ts';

test.each(['Password1!', 'P@ssw0rd', 'Qwerty123!', 'Welcome1!', 'abc123!!', 'zaq12wsx!'])(
  'refuses %s, which attackers try first',
  (password) => expect(isGuessable(password)).toBe(true),
);

test.each(['Study4JSE!', 'Brand4new!', 'x7#Kd9p!q', 'correct.horse.battery.9'])(
  '%s is not',
  (password) => expect(isGuessable(password)).toBe(false),
);
