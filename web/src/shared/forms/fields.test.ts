import { expect, test } from '@jest/globals';
import * as cards from '@portal/contract/payments/cards';
import {
  passwordHint as contractHint,
  dob,
  email,
  newPassword,
  ssn4,
} from '@portal/contract/types';
import fc from 'fast-check';
import { cardFieldsInvalid, noPaymentMethod } from '../payments/card-form/card-rules.ts';
import { isDateOfBirth, isEmail, isNewPassword, isSsn4, passwordHint } from './fields.ts';

// The page checks early, the server decides; here it is seen that both say the same.
test.each([
  'dana@student.test',
  ' dana@student.test ',
  'a.b+c@mail.example.org',
  "o'neil@example.com",
  'dana@student',
  'dana student@example.com',
  '.dana@example.com',
  'a..b@example.com',
  '@example.com',
  'dana@',
  '',
  `${'a'.repeat(250)}@example.com`,
])('page and server agree on the address "%s"', (text) =>
  expect(isEmail(text)).toBe(email.safeParse(text).success),
);

test.each([
  'Study4JSE!',
  'abcdefg1',
  'abcdefg!',
  '1234567!',
  'Short1!',
  'Has space1!',
  'Semi;colon1',
  `aA1!${'x'.repeat(124)}`,
  `aA1!${'x'.repeat(125)}`,
  'aaaaaaa1:',
  '',
])('page and server agree on the password "%s"', (text) =>
  expect(isNewPassword(text)).toBe(newPassword.safeParse(text).success),
);

test('page and server agree on any password of letters, digits and symbols', () => {
  const letter = fc.constantFrom(...'aZ09@$!%*#?&,./<>\':;"-_ é');
  fc.assert(
    fc.property(
      fc.array(letter, { maxLength: 14 }),
      (letters) =>
        isNewPassword(letters.join('')) === newPassword.safeParse(letters.join('')).success,
    ),
  );
});

test.each([
  '04/15/2004',
  '02/29/2000',
  '02/29/2001',
  '13/02/2004',
  '1/2/2004',
  '01/01/1890',
  '01/01/2999',
  '',
])('page and server agree on the birth date "%s"', (text) =>
  expect(isDateOfBirth(text)).toBe(dob.safeParse(text).success),
);

test.each(['4321', '432', '43211', '43a1', ''])(
  'page and server agree on the last 4 "%s"',
  (text) => expect(isSsn4(text)).toBe(ssn4.safeParse(text).success),
);

test('the sentences of the page are those of the contract', () => {
  expect([passwordHint, cardFieldsInvalid, noPaymentMethod]).toEqual([
    contractHint,
    cards.cardFieldsInvalid,
    cards.noPaymentMethod,
  ]);
});
