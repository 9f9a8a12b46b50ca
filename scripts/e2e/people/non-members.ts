import { randomInt, randomUUID } from 'node:crypto';
import { verifyRecaptcha } from '@portal/contract/students/enrol';
import { Person } from '../../portal-user/person.ts';
import { aBirthPair } from './birth-pairs.ts';
import { aPassword } from './students.ts';

const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
/** Draws an address that no account has. */
export const anAddress = (): string => `e2e.${letters(16)}@student.test`;

/** Returns the form of a new non-member. */
export const aForm = (changes: Readonly<Record<string, unknown>> = {}) => ({
  firstName: 'Ruth',
  lastName: `Moab${letters(8)}`,
  ...aBirthPair(),
  gender: '2' as const,
  email: anAddress(),
  cellphone: '718-555-0101',
  address: '12 Barley Street, Apt #4',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  password: aPassword,
  ...changes,
});

/** Returns a visitor who has just passed the bot check. */
export async function aVisitor(): Promise<Person> {
  const person = new Person();
  await person.do(verifyRecaptcha, { recaptchaToken: `token-${randomUUID()}` });
  return person;
}
