import { expect, test } from '@jest/globals';
import { suggestNames } from './suggest-names.ts';

test.each([
  { typed: 'r', realName: null, email: 'r', loginName: 'r' },
  {
    typed: 'Rivka.S+x@jse.test',
    realName: null,
    email: 'Rivka.S+x@jse.test',
    loginName: 'rivka.sx',
  },
  {
    typed: '"Rivka Stern" <rivka@jse.test>',
    realName: 'Rivka Stern',
    email: 'rivka@jse.test',
    loginName: 'rivka',
  },
  { typed: '<rivka@jse.test>', realName: null, email: '<rivka@jse.test>', loginName: 'rivka' },
])('"$typed" is of $email', ({ typed, ...suggested }) => {
  expect(suggestNames(typed)).toEqual(suggested);
});
