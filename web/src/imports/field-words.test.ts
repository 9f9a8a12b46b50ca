import { expect, test } from '@jest/globals';
import { fieldOf, firstMapping, missingFields, withColumn } from './field-words.ts';

const columns = [
  { column: 'Surname', guess: 'lastName' },
  { column: 'Name', guess: null },
  { column: 'Town', guess: 'city' },
] as const;

test('maps a table by guesses, or as the last one of its school with these columns', () => {
  expect(firstMapping({ columns, lastMapping: null })).toEqual({
    lastName: 'Surname',
    city: 'Town',
  });
  const lastMapping = { lastName: 'Surname', firstName: 'Name' };
  expect(firstMapping({ columns, lastMapping })).toEqual(lastMapping);
  expect(firstMapping({ columns, lastMapping: { lastName: 'Gone' } })).toEqual({
    lastName: 'Surname',
    city: 'Town',
  });
});

test('no field is read from two columns, and no column as two fields', () => {
  const mapping = { lastName: 'Surname', city: 'Town' };
  expect(withColumn(mapping, 'Name', 'city')).toEqual({ lastName: 'Surname', city: 'Name' });
  expect(withColumn(mapping, 'Town', 'state')).toEqual({ lastName: 'Surname', state: 'Town' });
  expect(withColumn(mapping, 'Town', null)).toEqual({ lastName: 'Surname' });
  expect([fieldOf(mapping, 'Town'), fieldOf(mapping, 'Name')]).toEqual(['city', null]);
});

test('a default fills a gender that no column has', () => {
  const mapping = { lastName: 'a', firstName: 'b', last4ssn: 'c', dob: 'd' };
  const reading = { mapping, defaults: {}, dateOrder: 'MDY' } as const;
  expect(missingFields(reading)).toEqual(['gender']);
  expect(missingFields({ ...reading, defaults: { gender: '2' } })).toEqual([]);
});
