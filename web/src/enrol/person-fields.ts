import { t } from '@lingui/core/macro';
import { normalizeLine } from '@portal/access/text/normalize-text';
import {
  isAddress,
  isName,
  isPhone,
  isPlainName,
  isZip,
  wrongCharacter,
} from '@portal/access/text/person-rules';
import { isOldEnough, newYorkDay, readDay } from '@portal/contract/days';
import { isDateOfBirth, isNewPassword, isSsn4, passwordHint } from '../shared/forms/fields.ts';

/** The fields that a person fills in, in the order of the form. */
export const fieldNames = [
  'firstName',
  'lastName',
  'maidenName',
  'gender',
  'dob',
  'last4ssn',
  'cellphone',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'password',
] as const;
export type FieldName = (typeof fieldNames)[number];
export type PersonFields = Readonly<Record<FieldName, string>>;

/** Returns the error of a field, with its repair. R-389. */
export interface FieldTrouble {
  message: string;
  repair: string;
}

interface FieldRule {
  label: string;
  message: string;
  repair: string;
  optional?: true;
  isGood: (value: string, all: PersonFields) => boolean;
}

const letters = t`Use letters, spaces, hyphens, apostrophes and full stops.`;
const digits = t`Use at least 9 digits; an extension goes after x or ext.`;
const place = (most: number) => (value: string) => isPlainName(value, most);
/** Thirteen or older. R-047. */
export function isSignUpAge(text: string, now = new Date()): boolean {
  const born = readDay(text);
  return born !== null && isDateOfBirth(text, now) && isOldEnough(born, newYorkDay(now));
}

export const fieldRules: Readonly<Record<FieldName, FieldRule>> = {
  firstName: {
    label: t`Legal first name`,
    message: t`First name invalid`,
    repair: letters,
    isGood: isName,
  },
  lastName: {
    label: t`Legal last name`,
    message: t`Last name invalid`,
    repair: letters,
    isGood: isName,
  },
  maidenName: {
    label: t`Maiden or other name`,
    message: t`Maiden name invalid`,
    repair: letters,
    optional: true,
    isGood: isName,
  },
  gender: {
    label: t`Gender`,
    message: t`Gender invalid`,
    repair: t`Choose one.`,
    isGood: (value) => value === '1' || value === '2',
  },
  dob: {
    label: t`Date of birth`,
    message: t`DOB invalid`,
    repair: t`Use MM/DD/YYYY; you must be 13 or older.`,
    isGood: (value) => isSignUpAge(value),
  },
  last4ssn: {
    label: t`Last 4 of SSN`,
    message: t`SSN invalid`,
    repair: t`Enter 4 digits.`,
    isGood: isSsn4,
  },
  cellphone: {
    label: t`Cell phone`,
    message: t`Phone number invalid`,
    repair: digits,
    isGood: isPhone,
  },
  phone: {
    label: t`Other phone`,
    message: t`Phone number invalid`,
    repair: digits,
    optional: true,
    isGood: isPhone,
  },
  address: {
    label: t`Address`,
    message: t`Address invalid`,
    repair: t`Use letters, digits, spaces and . , - # / & ( ) : ; or quotes.`,
    isGood: isAddress,
  },
  city: {
    label: t`City`,
    message: t`City invalid`,
    repair: t`Use at most 100 letters and digits.`,
    isGood: place(100),
  },
  state: {
    label: t`State`,
    message: t`State invalid`,
    repair: t`Use at most 50 letters and digits.`,
    optional: true,
    isGood: place(50),
  },
  zip: {
    label: t`Zip`,
    message: t`Zip invalid`,
    repair: t`In the United States: 5 or 9 digits.`,
    isGood: (value, { country }) => isZip(value, country),
  },
  country: {
    label: t`Country`,
    message: t`Country invalid`,
    repair: t`Use at most 60 letters and digits.`,
    isGood: place(60),
  },
  password: {
    label: t`Password`,
    message: t`Password invalid`,
    repair: passwordHint,
    isGood: isNewPassword,
  },
};

export const noPerson: PersonFields = {
  ...(Object.fromEntries(fieldNames.map((name) => [name, ''])) as Record<FieldName, string>),
  country: 'United States',
};

/**
 * Returns the significant value of a field: a password unchanged, anything else normalised. R-404.
 */
const typedValue = (name: FieldName, fields: PersonFields): string =>
  name === 'password' ? fields[name] : normalizeLine(fields[name]);

/**
 * Returns the error of a field; null when it is valid, or optional and empty. A password is checked
 * unchanged, everything else normalised; the repair names a wrong character. R-404.
 */
export function troubleIn(name: FieldName, fields: PersonFields): FieldTrouble | null {
  const { message, repair, optional, isGood } = fieldRules[name];
  const value = typedValue(name, fields);
  if (value === '' && optional) return null;
  if (isGood(value, fields)) return null;
  const character =
    value === '' || name === 'password'
      ? null
      : wrongCharacter(value, isGood as (text: string) => boolean);
  if (character === null) return { message, repair };
  return { message, repair: `${t`${character} is not allowed.`} ${repair}` };
}

/** R-035: these must be right, the other required ones filled in, before the review opens. */
const mustBeRight: readonly FieldName[] = ['password', 'last4ssn', 'dob'];

/** Returns the labels of the fields that block the review, in the order of the form. */
export const stillNeeded = (fields: PersonFields): string[] =>
  fieldNames
    .filter((name) =>
      mustBeRight.includes(name)
        ? troubleIn(name, fields) !== null
        : !fieldRules[name].optional && typedValue(name, fields) === '',
    )
    .map((name) => fieldRules[name].label);

/** Returns the form as the call takes it: normalised, without empty fields. */
export function personOf(fields: PersonFields): Record<FieldName, string | undefined> {
  return Object.fromEntries(
    fieldNames.map((name) => [name, typedValue(name, fields) || undefined]),
  ) as Record<FieldName, string | undefined>;
}
