import { expect, test } from '@jest/globals';
import { addStudent } from '@portal/contract/students/enrol';
import {
  type FieldName,
  fieldNames,
  isSignUpAge,
  noPerson,
  type PersonFields,
  personOf,
  stillNeeded,
  troubleIn,
} from './person-fields.ts';

const whole: PersonFields = {
  ...noPerson,
  firstName: 'Ruth',
  lastName: 'Moab',
  gender: '2',
  dob: '05/17/2001',
  last4ssn: '5577',
  cellphone: '718-555-0101',
  address: '12 Barley Street',
  city: 'Brooklyn',
  zip: '11230',
  password: 'Right4Me!',
};

test('a form that is filled in is taken by page and server', () => {
  expect(fieldNames.filter((name) => troubleIn(name, whole))).toEqual([]);
  expect(stillNeeded(whole)).toEqual([]);
  expect(
    addStudent.body.safeParse({ ...personOf(whole), email: 'ruth@student.test' }).success,
  ).toBe(true);
});

// The page checks early, the server decides; here it is seen that both say the same, in the same
// words.
test.each<[FieldName, string]>([
  ['firstName', "O'Brien"],
  ['firstName', 'Ben-David'],
  ['firstName', 'E\u0301lise'],
  ['firstName', '<b>'],
  ['lastName', 'Dana\u202e'],
  ['firstName', ' Élise '],
  ['lastName', ''],
  ['maidenName', 'A_B'],
  ['maidenName', ' '],
  ['gender', ''],
  ['dob', '02/30/2001'],
  ['dob', '01/01/2020'],
  ['dob', '01/01/1890'],
  ['last4ssn', '123'],
  ['cellphone', '12345678'],
  ['cellphone', '(718) 555-0101 x12'],
  ['phone', '1'],
  ['phone', ''],
  ['address', '12 Main St.'],
  ['address', '12 Main St; 3'],
  ['city', 'St. <i>'],
  ['country', '🇮🇱'],
  ['address', ''],
  ['city', 'x'.repeat(101)],
  ['state', 'x'.repeat(51)],
  ['state', ''],
  ['zip', '1123'],
  ['zip', '11230-1234'],
  ['country', ''],
  ['country', 'Israel'],
])('page and server agree on %s "%s"', (name, value) => {
  const fields = { ...whole, [name]: value };
  const read = addStudent.body.safeParse({ ...personOf(fields), email: 'ruth@student.test' });
  const message = read.error?.issues.find(({ path }) => path[0] === name)?.message ?? null;
  const trouble = troubleIn(name, fields);
  // the page names a wrong character in the repair, the server after the sentence
  const [sentence, character] = message?.split(': ') ?? [null];
  expect(trouble?.message ?? null).toBe(sentence);
  if (character) expect(trouble?.repair).toContain(character);
});

test('a zip is judged by its country', () => {
  const british = { ...whole, zip: 'N16 5UR' };
  expect(troubleIn('zip', british)?.message).toBe('Zip invalid');
  expect(troubleIn('zip', { ...british, country: 'United Kingdom' })).toBeNull();
});

test('thirteen is old enough, to the day', () => {
  const noon = new Date('2026-03-02T17:00:00Z');
  expect([isSignUpAge('03/02/2013', noon), isSignUpAge('03/03/2013', noon)]).toEqual([true, false]);
});

test('the review needs the required fields and a valid password, SSN and birth date', () => {
  expect(
    stillNeeded({ ...whole, zip: ' ', password: 'weak', last4ssn: '1', dob: '13/13/2000' }),
  ).toEqual(['Date of birth', 'Last 4 of SSN', 'Zip', 'Password']);
  // wrong, but filled in: named when the person goes on
  expect(stillNeeded({ ...whole, address: '12 Main St; 3', phone: '1' })).toEqual([]);
});
