import { dayPlus } from '@portal/kit/clock';
import type { FieldError } from '@portal/kit/errors';
import {
  isAddress,
  isDay,
  isEmail,
  isName,
  isPhone,
  isPlace,
  isZip,
} from '@portal/kit/person-fields';
import { academicYear } from './academic-year.ts';

/** What a form of staff fills in about a seminary student. */
export interface SeminaryForm {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  last4Ssn: string;
  dob: string;
  address: string;
  city: string;
  state: string | null;
  zip: string;
  country: string;
  seminaryId: number;
  seminaryYear: number;
  seminaryEmail: string | null;
  seminaryPhone: string | null;
}

/**
 * The fields of the form that are wrong, with the sentence for each.
 * `today` is New York's day.
 */
export function formErrors(form: SeminaryForm, today: string): FieldError[] {
  const { seminaryEmail, seminaryPhone, seminaryYear, state, dob } = form;
  const isYear = seminaryYear >= 2000 && seminaryYear <= academicYear(today) + 1;
  const isBorn =
    isDay(dob) && dob <= dayPlus(today, { years: -13 }) && dob >= dayPlus(today, { years: -120 });
  const checks: [path: string, isGood: boolean, message: string][] = [
    ['firstName', isName(form.firstName), 'First name invalid'],
    ['lastName', isName(form.lastName), 'Last name invalid'],
    ['email', isEmail(form.email), 'Email invalid'],
    ['phone', isPhone(form.phone), 'Phone number invalid'],
    ['ssn', /^\d{4}$/.test(form.last4Ssn), 'SSN invalid'],
    ['dob', isBorn, 'DOB invalid'],
    ['address', isAddress(form.address), 'Address invalid'],
    ['city', isPlace(form.city, 100), 'City invalid'],
    ['state', state === null || isPlace(state, 50), 'State invalid'],
    ['zip', isZip(form.zip, form.country), 'Zip invalid'],
    ['country', isPlace(form.country, 60), 'Country invalid'],
    ['seminaryYear', isYear, 'Seminary year invalid'],
    ['semEmail', seminaryEmail === null || isEmail(seminaryEmail), 'Seminary email invalid'],
    ['semPhone', seminaryPhone === null || isPhone(seminaryPhone), 'Phone number invalid'],
  ];
  return checks.flatMap(([path, isGood, message]) => (isGood ? [] : [{ path, message }]));
}
