import { expect, test } from '@jest/globals';
import { academicYear } from './academic-year.ts';
import { formErrors, type SeminaryForm } from './check-form.ts';

const TODAY = '2026-11-22';
const good: SeminaryForm = {
  firstName: 'Chana',
  lastName: "O'Brien-Weiss",
  email: 'chana@seminary.test',
  phone: '718-555-0100 x 12',
  last4Ssn: '4000',
  dob: '2005-02-15',
  address: '10 Garden Street #4',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11219',
  country: 'United States',
  seminaryId: 1,
  seminaryYear: 2026,
  seminaryEmail: null,
  seminaryPhone: null,
};

test('a form that is filled in as required has no errors', () => {
  expect(formErrors(good, TODAY)).toEqual([]);
  const more = { state: null, seminaryEmail: 'office@seminary.test', seminaryPhone: '025551234 ' };
  expect(formErrors({ ...good, ...more, seminaryPhone: '02-555-1234' }, TODAY)).toEqual([]);
});

test.each<[keyof SeminaryForm, SeminaryForm[keyof SeminaryForm], string, string]>([
  ['firstName', 'C3', 'firstName', 'First name invalid: "3" is not allowed.'],
  ['lastName', '', 'lastName', 'Last name invalid'],
  ['email', 'chana', 'email', 'Email invalid'],
  ['phone', '12345', 'phone', 'Phone number invalid'],
  ['last4Ssn', '40000', 'ssn', 'SSN invalid'],
  ['dob', '2013-11-23', 'dob', 'DOB invalid'],
  ['dob', '1906-11-21', 'dob', 'DOB invalid'],
  ['dob', '2005-02-30', 'dob', 'DOB invalid'],
  ['address', '<b>', 'address', 'Address invalid: "<" is not allowed.'],
  ['city', '', 'city', 'City invalid'],
  ['state', '!', 'state', 'State invalid'],
  ['zip', '1121', 'zip', 'Zip invalid'],
  ['country', '', 'country', 'Country invalid'],
  ['seminaryYear', 1999, 'seminaryYear', 'Seminary year invalid'],
  ['seminaryYear', 2028, 'seminaryYear', 'Seminary year invalid'],
  ['seminaryEmail', 'office', 'semEmail', 'Seminary email invalid'],
  ['seminaryPhone', '1', 'semPhone', 'Phone number invalid'],
])('%s %p is refused', (field, value, path, message) => {
  expect(formErrors({ ...good, [field]: value }, TODAY)).toEqual([{ path, message }]);
});

test.each([
  ['2026-09-30', 2025],
  ['2026-10-01', 2026],
  ['2027-01-01', 2026],
])('on %s the academic year %d runs', (day, year) => {
  expect(academicYear(day)).toBe(year);
});
