import type { TalStudent } from '../partners/tal.ts';

/** A student as identity has them on record. */
export interface Person {
  firstName: string;
  lastName: string;
  maidenName?: string | undefined;
  /** YYYY-MM-DD */
  dob: string;
  last4Ssn: string;
}

/** The outcome of a lookup at TAL; `reasons`: for staff, a sentence each, without SSN digits. */
export type LookupResult =
  | { outcome: 'unknown' }
  | { outcome: 'found'; student: TalStudent }
  | { outcome: 'several_found' | 'differs'; reasons: string[] };

const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function differences(person: Person, found: TalStudent): string[] {
  const { firstName, lastName, maidenName = lastName, dob, last4Ssn } = person;
  const lastNames = [keyOf(lastName), keyOf(maidenName)];
  return [
    ...(keyOf(firstName) === keyOf(found.firstName)
      ? []
      : [`First name at TAL: ${found.firstName}`]),
    ...(lastNames.includes(keyOf(found.lastName)) ? [] : [`Last name at TAL: ${found.lastName}`]),
    ...(dob === found.dob ? [] : [`Date of birth at TAL: ${found.dob}`]),
    ...(last4Ssn === found.last4ssn ? [] : ['The last 4 digits of the SSN are different at TAL.']),
  ];
}

/**
 * Decides which of the students that TAL found is this one: the only one whose name, birth date and
 * last 4 digits are the same. Several, or one with other data, are left to staff.
 */
export function matchStudents(person: Person, found: readonly TalStudent[]): LookupResult {
  const same = found.filter((one) => differences(person, one).length === 0);
  const [student] = same;
  if (student && same.length === 1) return { outcome: 'found', student };
  const [candidate] = found;
  if (!candidate) return { outcome: 'unknown' };
  if (found.length === 1) return { outcome: 'differs', reasons: differences(person, candidate) };
  const reasons = found.map(({ firstName, lastName, dob }) => `${firstName} ${lastName}, ${dob}`);
  return { outcome: 'several_found', reasons };
}
