import { randomInt, randomUUID } from 'node:crypto';
import { login } from '@portal/contract/students/auth';
import type { Student as StudentRecord } from '@portal/proto/identity/v1/students';
import type { GrantCreditsRequest } from '@portal/proto/payments/v1/credits';
import { sql } from '../../portal/databases.ts';
import { type Place, thePortal } from '../../portal/place.ts';
import { asOffice, asTool, services, tool } from '../../portal/services.ts';
import { until } from '../../portal/until.ts';
import { Person } from '../../portal-user/person.ts';
import { aBirthPair } from './birth-pairs.ts';

/** A password that meets the rules. */
export const aPassword = 'Right4Tests!';
/**
 * The hash of `aPassword` at the lowest cost that argon2id has. Tests create thousands of accounts
 * and sign in to them; the product's own cost would take 40 ms of CPU each time.
 */
export const quickHash =
  '$argon2id$v=19$m=8,t=1,p=1$2M81c74afN96awhp4891TA$A51RgKQlF0h9YqUzyIGx4Qvl2amigHkQ7IPA1rx6pso';

/** A student on record. */
export interface Enrolled {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  /** '' when the record has none. */
  readonly email: string;
  /** YYYY-MM-DD */
  readonly dob: string;
  readonly last4ssn: string;
}

/** A student with an account, signed in. */
export interface SignedIn extends Enrolled {
  readonly password: string;
  readonly person: Person;
}

interface About extends Partial<StudentRecord> {
  /** Initial credits: a number that is good for every vendor, or lots with rules. */
  credits?: number | readonly Partial<GrantCreditsRequest>[];
  place?: Place;
}

/** Draws `count` lower-case letters. */
export const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

async function record({ credits = 0, place: _, ...about }: About): Promise<Enrolled> {
  const born = aBirthPair();
  const made = {
    firstName: 'Edna',
    lastName: capital(letters(12)),
    dob: born.dob,
    last4Ssn: born.last4ssn,
    gender: '2',
    membershipTypeId: 2,
    collegeId: 269,
    email: `e2e.${letters(16)}@student.test`,
    ...about,
  };
  const { student } = await tool.students.addStudent(
    { student: made, confirmDoubleSsnDob: true },
    asTool(randomUUID()),
  );
  if (!student) throw new Error('the answer has no added student');
  await grantedLots(
    student.id,
    typeof credits === 'number' ? (credits > 0 ? [{ credits }] : []) : credits,
  );
  const { id, firstName, lastName, dob, last4Ssn: last4ssn, email = '' } = student;
  return { id, firstName, lastName, email, dob, last4ssn };
}

/** Grants a student one lot of credits for each entry. */
export async function grantedLots(
  studentId: number,
  lots: readonly Partial<GrantCreditsRequest>[],
): Promise<void> {
  for (const lot of lots)
    await tool.credits.grantCredits({ studentId, ...lot }, asTool(randomUUID()));
}

/**
 * Stores a student who has no account yet. By default: a woman, a non-member, of Woodmont College
 * (269).
 */
export const anEnrolled = (about: About = {}): Promise<Enrolled> => record(about);

/** Stores a student with an account and signs them in. */
export async function aStudent(about: About = {}): Promise<SignedIn> {
  const enrolled = await record(about);
  const place = about.place ?? thePortal;
  await sql(
    'identity',
    `INSERT INTO student_account (student_id, email, password_hash, password_set_at,
       email_confirmed_at)
     VALUES ($1, $2, $3, now(), now())`,
    [enrolled.id, enrolled.email, quickHash],
    place,
  );
  const person = new Person(place.url);
  await person.do(login, { email: enrolled.email, password: aPassword });
  return { ...enrolled, password: aPassword, person };
}

/**
 * Bars a student from registering, or only from buying, and waits until every service has the bars.
 */
export async function barStudent(
  id: number,
  bars: { deniedRegistration: boolean; buyingStopped: boolean },
): Promise<void> {
  await services.students.setStudentBars({ studentId: id, ...bars }, asOffice(randomUUID()));
  const [{ version = '0' } = {}] = await sql<{ version: string }>(
    'identity',
    'SELECT version FROM student WHERE id = $1',
    [id],
  );
  for (const service of ['registration', 'payments'] as const)
    await until(
      () =>
        sql(service, 'SELECT 1 FROM student_copy WHERE id = $1 AND version < $2', [id, version]),
      (behind) => behind.length === 0,
    );
}
