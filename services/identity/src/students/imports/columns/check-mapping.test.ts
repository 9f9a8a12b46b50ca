import { expect, test } from '@jest/globals';
import { mappingErrors } from './check-mapping.ts';

const mapping = { lastName: 'A', firstName: 'B', gender: 'C', last4ssn: 'D', dob: 'E' };
const none = { gender: null, cohort: null, country: null };
const table = { columns: ['A', 'B', 'C', 'D', 'E', 'F'], cohortChoices: ['2026-2027'] };

test.each([
  ['every required field', {}, {}, []],
  ['a field that is not required', { city: 'F' }, {}, []],
  ['no birth date', { dob: undefined }, {}, [['mapping.dob', 'Please choose a column.']]],
  ['no gender', { gender: undefined }, {}, [['mapping.gender', 'Please choose a column.']]],
  ['no gender, but a default', { gender: undefined }, { gender: '2' }, []],
  [
    'a column that is not there',
    { city: 'X' },
    {},
    [['mapping.city', 'This column is not there.']],
  ],
  ['one column twice', { city: 'A' }, {}, [['mapping.city', 'This column is chosen twice.']]],
  ['a gender of both', {}, { gender: '3' }, [['defaults.gender', 'Gender invalid']]],
  ['a cohort of the school', {}, { cohort: '2026-2027' }, []],
  ['a cohort of none', {}, { cohort: '2020-2021' }, [['defaults.cohort', 'Cohort invalid']]],
  ['a country without a name', {}, { country: ' ' }, [['defaults.country', 'Country invalid']]],
])('of a mapping with %s is said what is wrong', (_, change, defaults, errors) => {
  const chosen = Object.entries({ ...mapping, ...change }).filter(([, name]) => name !== undefined);
  const found = mappingErrors(Object.fromEntries(chosen), { ...none, ...defaults }, table);
  expect(found.map(({ path, message }) => [path, message])).toEqual(errors);
});
