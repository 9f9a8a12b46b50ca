import { expect, test } from '@jest/globals';
import { dayOfOrder, formOfRow, genderIn, last4In } from './read-cells.ts';

const today = '2026-11-26';

test.each([
  ['04/15/2004', 'MDY', '2004-04-15'],
  ['4/5/2004', 'MDY', '2004-04-05'],
  ['4/5/2004', 'DMY', '2004-05-04'],
  ['15.4.2004', 'DMY', '2004-04-15'],
  ['15-04-2004', 'DMY', '2004-04-15'],
  ['04 / 15 / 2004', 'MDY', '2004-04-15'],
  ['2004-04-15', 'MDY', '2004-04-15'],
  ['2004/4/5', 'DMY', '2004-04-05'],
  ['2004-04-15 00:00:00', 'YMD', '2004-04-15'],
  ['04/15/04', 'MDY', '2004-04-15'],
  ['04/15/13', 'MDY', '2013-04-15'],
  ['04/15/14', 'MDY', '1914-04-15'],
  ['04/15/99', 'MDY', '1999-04-15'],
  ['04/15/00', 'MDY', '2000-04-15'],
  ['04-04-15', 'YMD', '2004-04-15'],
  ['15/04/2004', 'MDY', null],
  ['02/29/2001', 'MDY', null],
  ['02/29/2004', 'MDY', '2004-02-29'],
  ['00/10/2004', 'MDY', null],
  ['04/15/204', 'MDY', null],
  ['38092', 'MDY', null],
  ['April 15, 2004', 'MDY', '2004-04-15'],
  ['', 'MDY', null],
] as const)('%j in the order %s is the day %s', (text, order, day) => {
  expect(dayOfOrder(text, order, today)).toBe(day);
});

test.each([
  ['F', '2'],
  ['female', '2'],
  ['Women', '2'],
  ['2', '2'],
  ['M', '1'],
  ['m.', '1'],
  ['Male', '1'],
  ['1', '1'],
  ['3', '3'],
  ['x', 'x'],
  ['', ''],
])('the gender %j is read as %j', (text, gender) => {
  expect(genderIn(text)).toBe(gender);
});

test.each([
  ['1234', '1234'],
  ['xxx-xx-1234', '1234'],
  ['***-**-1234', '1234'],
  ['•••••1234', '1234'],
  ['123', '123'],
  ['x1234', 'x1234'],
])('the digits %j are read as %j', (text, digits) => {
  expect(last4In(text)).toBe(digits);
});

test('an empty cell takes the default, and is missing without one', () => {
  const reading = {
    ...({ schoolId: 7, dateOrder: 'MDY', today } as const),
    defaults: { gender: '2', cohort: '2026-2027', country: 'Israel' },
  };
  expect(formOfRow({ lastName: 'Moab', dob: '5/17/2001' }, reading)).toMatchObject({
    lastName: 'Moab',
    firstName: '',
    dob: '2001-05-17',
    gender: '2',
    schoolId: 7,
    cohort: '2026-2027',
    country: 'Israel',
    email: null,
    isForSchool: true,
  });
  expect(formOfRow({ gender: 'M', country: 'France' }, reading)).toMatchObject({
    gender: '1',
    country: 'France',
    dob: '',
  });
});
