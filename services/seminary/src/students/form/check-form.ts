import {
  isAddress,
  isName,
  isPhone,
  isPlainName,
  isZip,
  withCharacter,
} from '@portal/access/text/person-rules';
import { dayPlus } from '@portal/kit/clock';
import type { FieldError } from '@portal/kit/errors';
import { isDay, isEmail } from '@portal/kit/person-fields';
import { academicYear } from './academic-year.ts';

/** The fields of a seminary student in the staff's form. */
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
  const place = (most: number) => (text: string) => isPlainName(text, most);
  /** Checks a typed text; the error names the character that is the reason. */
  const text = (
    path: string,
    value: string | null,
    rule: (text: string) => boolean,
    message: string,
  ): [path: string, isGood: boolean, message: string] => [
    path,
    value === null || rule(value),
    withCharacter(message, value ?? '', rule),
  ];
  const checks: [path: string, isGood: boolean, message: string][] = [
    text('firstName', form.firstName, isName, 'First name invalid'),
    text('lastName', form.lastName, isName, 'Last name invalid'),
    ['email', isEmail(form.email), 'Email invalid'],
    text('phone', form.phone, isPhone, 'Phone number invalid'),
    ['ssn', /^\d{4}$/.test(form.last4Ssn), 'SSN invalid'],
    ['dob', isBorn, 'DOB invalid'],
    text('address', form.address, isAddress, 'Address invalid'),
    text('city', form.city, place(100), 'City invalid'),
    text('state', state, place(50), 'State invalid'),
    ['zip', isZip(form.zip, form.country), 'Zip invalid'],
    text('country', form.country, place(60), 'Country invalid'),
    ['seminaryYear', isYear, 'Seminary year invalid'],
    ['semEmail', seminaryEmail === null || isEmail(seminaryEmail), 'Seminary email invalid'],
    text('semPhone', seminaryPhone, isPhone, 'Phone number invalid'),
  ];
  return checks.flatMap(([path, isGood, message]) => (isGood ? [] : [{ path, message }]));
}
