import { expect, test } from '@jest/globals';
import { billingName } from './billing-name.ts';

test.each([
  { holder: 'Dana Gold', firstName: 'Dana', lastName: 'Gold' },
  { holder: ' Sinéad  O’Brien-Katz ', firstName: 'Sinéad', lastName: "O'Brien-Katz" },
  { holder: 'St. John Jr.', firstName: 'St.', lastName: 'John Jr.' },
  { holder: 'Madonna', firstName: 'Madonna', lastName: '' },
  { holder: 'דנה בן־דוד', firstName: 'דנה', lastName: 'בן־דוד' },
  { holder: `A ${'x'.repeat(60)}`, firstName: 'A', lastName: 'x'.repeat(50) },
  { holder: `A ${'x'.repeat(49)}𠮷`, firstName: 'A', lastName: 'x'.repeat(49) },
  { holder: `A ${'x'.repeat(49)}q\u0301\u0302`, firstName: 'A', lastName: 'x'.repeat(49) },
])('sends $holder as $firstName and $lastName', ({ holder, ...name }) => {
  expect(billingName(holder)).toEqual(name);
});
