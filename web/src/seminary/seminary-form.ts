import { tableDay } from '../shared/format/dates.ts';
import type { SeminaryStudent } from './api.ts';

/** The fields of a seminary student's form as they are typed. */
export const noSeminaryStudent = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  ssn: '',
  dob: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  country: 'United States',
  seminaryId: '',
  seminaryYear: '',
  semEmail: '',
  semPhone: '',
};
export type SeminaryFields = typeof noSeminaryStudent;
export type SeminaryField = keyof SeminaryFields;

export const labels: Readonly<Record<SeminaryField, string>> = {
  firstName: 'Legal first name',
  lastName: 'Legal last name',
  email: 'Email',
  phone: 'Phone',
  ssn: 'SSN (last 4)',
  dob: 'Date of birth',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  country: 'Country',
  seminaryId: 'Seminary',
  seminaryYear: 'Year',
  semEmail: 'Seminary email',
  semPhone: 'Seminary phone',
};

/** Returns the listed values for the form. */
export const fieldsOf = (one: SeminaryStudent): SeminaryFields => ({
  firstName: one.firstName,
  lastName: one.lastName,
  email: one.email,
  phone: one.phone,
  ssn: one.ssn,
  dob: tableDay(one.dob),
  address: one.address,
  city: one.city,
  state: one.state ?? '',
  zip: one.zip,
  country: one.country,
  seminaryId: String(one.seminaryId),
  seminaryYear: String(one.seminaryYear),
  semEmail: one.semEmail ?? '',
  semPhone: one.semPhone ?? '',
});

const numbers: readonly string[] = ['seminaryId', 'seminaryYear'] satisfies SeminaryField[];

/** Returns the form as the calls take it: choices are numbers, unset fields are missing. */
export const toWire = (fields: Partial<SeminaryFields>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, string | number][] => {
      const typed = value.trim();
      if (!numbers.includes(name)) return [[name, typed]];
      return typed === '' ? [] : [[name, Number(typed)]];
    }),
  );
