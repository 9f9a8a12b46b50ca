import { expect, test } from '@jest/globals';
import { guessColumns, isNamedSsn } from './guess-columns.ts';

test.each([
  [
    'lastName',
    [
      'Last Name',
      'LAST_NAME',
      'Surname',
      'Family name',
      'lname',
      'Student Last Name',
      'Legal last name',
    ],
  ],
  ['firstName', ['First Name', 'first', 'Given Name', 'Forename', 'FNAME', 'Legal First Name']],
  ['maidenName', ['Maiden Name', 'Other name', 'Former Name', 'Née']],
  ['gender', ['Gender', 'Sex', 'M/F', 'Gender (M/F)']],
  [
    'last4ssn',
    [
      'SSN',
      'Last 4',
      'Last four digits',
      'SSN last 4',
      'SS#',
      'SSN (last 4 digits)',
      'Social Security',
      'Student SSN',
      'last4 SSN',
    ],
  ],
  [
    'dob',
    [
      'DOB',
      'D.O.B.',
      'Birth date',
      'Birthdate',
      'Date of Birth',
      'Birthday',
      'Born',
      'Student DOB',
    ],
  ],
  ['email', ['Email', 'E-mail', 'Email Address', 'Student email']],
  ['cellphone', ['Cell', 'Cell Phone', 'Mobile', 'Mobile number', 'Phone', 'Telephone', 'Phone #']],
  ['phone', ['Home Phone', 'Other phone', 'Phone 2', 'Landline']],
  ['address', ['Address', 'Street Address', 'Street', 'Address 1', 'Mailing address']],
  ['city', ['City', 'Town']],
  ['state', ['State', 'Province', 'State / Province']],
  ['zip', ['Zip', 'ZIP Code', 'Postal code', 'Postcode', 'Zip/Postal Code']],
  ['country', ['Country']],
  ['cohort', ['Cohort', 'Class', 'School year']],
] as const)('%s is guessed by each of its names', (field, headers) => {
  for (const header of headers)
    expect([header, ...guessColumns([header])]).toEqual([header, field]);
});

test.each(['Notes', 'Teacher', 'Seat', 'Age', 'Emergency contact', 'Passnumber', 'Lastly', ''])(
  'nothing is guessed of %j',
  (header) => {
    expect(guessColumns([header])).toEqual([null]);
  },
);

test('a field is guessed once, for the first of its columns', () => {
  expect(guessColumns(['Email', 'E-mail', 'Last', 'Surname'])).toEqual([
    'email',
    null,
    'lastName',
    null,
  ]);
});

test('a phone of no kind is the second one beside a cell phone', () => {
  expect(guessColumns(['Phone', 'Cell'])).toEqual(['phone', 'cellphone']);
  expect(guessColumns(['Phone', 'Telephone'])).toEqual(['cellphone', 'phone']);
});

test('a column is known as one of Social Security numbers by its name', () => {
  expect(
    ['Full SSN', 'SS#', 'Social Security Number', 'Name', 'Lesson', 'Last 4'].map(isNamedSsn),
  ).toEqual([true, true, true, false, false, true]);
});
