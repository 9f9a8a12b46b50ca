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
import { isGoodPassword } from '../../accounts/passwords/password-rule.ts';
import type { StudentForm } from '../../records/students/student.ts';

/**
 * The author of the form: a person signing up, an admin, a school admin, or a service that stores
 * older records.
 */
export type Source = 'self' | 'admin' | 'school' | 'record';

export interface Checked {
  source: Source;
  /** The regular form of an admin, which asks for college and membership type. */
  isRegular: boolean;
  password: string | null;
  /** Cohorts of the school that can be chosen; null when none is named. */
  cohortChoices: readonly string[] | null;
}

const COHORT = /^\d{4}-\d{4}$/;

/**
 * The fields of a person's record that are wrong, with the sentence for each (R-038 to R-049,
 * `today` is New York's day.
 */
export function formErrors(
  form: StudentForm,
  { source, isRegular, password, cohortChoices }: Checked,
  today: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const isForm = source !== 'record';
  const check = (
    path: keyof StudentForm | 'last4ssn' | 'password',
    isGood: boolean,
    message: string,
  ) => {
    if (!isGood) errors.push({ path, message });
  };
  /** A text that a form must have, and an older record may lack. */
  const required = (text: string | null, isGood: (text: string) => boolean) =>
    text === null ? !isForm : isGood(text);
  const optional = (text: string | null, isGood: (text: string) => boolean) =>
    text === null || isGood(text);
  /** Checks a typed text; the error names the character that is the reason. */
  const checkText = (
    path: keyof StudentForm,
    isThere: typeof optional,
    rule: (text: string) => boolean,
    message: string,
  ) => {
    const text = form[path] as string | null;
    check(path, isThere(text, rule), withCharacter(message, text ?? '', rule));
  };
  const place = (most: number) => (text: string) => isPlainName(text, most);

  checkText('firstName', required, isName, 'First name invalid');
  checkText('lastName', required, isName, 'Last name invalid');
  checkText('maidenName', optional, isName, 'Maiden name invalid');
  check('gender', ['1', '2'].includes(form.gender), 'Gender invalid');
  check('last4ssn', /^\d{4}$/.test(form.last4Ssn), 'SSN invalid');
  check(
    'dob',
    isDay(form.dob) &&
      form.dob <= dayPlus(today, { years: -13 }) &&
      form.dob >= dayPlus(today, { years: -120 }),
    'DOB invalid',
  );
  check('email', required(form.email, isEmail), 'Email invalid');
  checkText('cellphone', required, isPhone, 'Phone number invalid');
  checkText('phone', optional, isPhone, 'Phone number invalid');
  checkText('address', required, isAddress, 'Address invalid');
  checkText('city', required, place(100), 'City invalid');
  checkText('state', optional, place(50), 'State invalid');
  check(
    'zip',
    required(form.zip, (zip) => isZip(zip, form.country)),
    'Zip invalid',
  );
  checkText('country', required, place(60), 'Country invalid');
  check('collegeId', form.collegeId !== null || !(isRegular && isForm), 'College invalid');
  check(
    'membershipTypeId',
    form.membershipTypeId !== null || !(isRegular && isForm),
    'Membership type invalid',
  );
  check('schoolId', form.schoolId !== null || !form.isForSchool, 'School invalid');
  const isChoice = (cohort: string) =>
    COHORT.test(cohort) && form.schoolId !== null && (cohortChoices?.includes(cohort) ?? true);
  check(
    'cohort',
    form.cohort === null ? !(form.isForSchool && isForm) : isChoice(form.cohort),
    'Cohort invalid',
  );
  const areBothThere = (form.accommodations === null) === (form.accommodationsApprovedBy === null);
  const areShort =
    (form.accommodations ?? '').length <= 500 &&
    (form.accommodationsApprovedBy ?? '').length <= 100;
  check(
    'accommodations',
    areBothThere && areShort,
    'Please fill in the accommodations and who approved them.',
  );
  check(
    'password',
    password === null ? source !== 'self' : isGoodPassword(password),
    'Password invalid',
  );
  return errors;
}
