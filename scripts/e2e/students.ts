import { randomInt, randomUUID } from 'node:crypto';
import { login } from '@portal/contract/auth';
import type { Student as StudentRecord } from '@portal/proto/identity/v1/students';
import type { GrantCreditsRequest } from '@portal/proto/payments/v1/credits';
import { sql } from './databases.ts';
import { Person } from './person.ts';
import { type Place, thePortal } from './place.ts';
import { asPart, services } from './services.ts';
import { until } from './until.ts';

/** Good by the rules of passwords. */
export const aPassword = 'Right4Tests!';

/** A student on record who nobody else is. */
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
  /** Credits to begin with: a number of those for every vendor, or lots with rules. */
  credits?: number | readonly Partial<GrantCreditsRequest>[];
  place?: Place;
}

const letters = (count: number): string => Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A day on which somebody of 19 to 60 years may be born. */
function aBirthDay(): string {
  const year = new Date().getFullYear() - randomInt(20, 60);
  return `${year}-${String(randomInt(1, 13)).padStart(2, '0')}-${String(randomInt(1, 29)).padStart(2, '0')}`;
}

async function record({ credits = 0, place: _, ...about }: About, password?: string): Promise<Enrolled> {
  const made = {
    firstName: 'Edna',
    lastName: capital(letters(12)),
    dob: aBirthDay(),
    last4Ssn: String(randomInt(10_000)).padStart(4, '0'),
    gender: '2',
    membershipTypeId: 2,
    collegeId: 234,
    email: `e2e.${letters(16)}@student.test`,
    ...about,
  };
  const { student } = await services.students.addStudent(
    { student: made, confirmDoubleSsnDob: true, ...(password === undefined ? {} : { password }) },
    asPart(randomUUID()),
  );
  if (!student) throw new Error('a student was added and not told');
  await grantedLots(student.id, typeof credits === 'number' ? (credits > 0 ? [{ credits }] : []) : credits);
  const { id, firstName, lastName, dob, last4Ssn: last4ssn, email = '' } = student;
  return { id, firstName, lastName, email, dob, last4ssn };
}

/** Gives a student credits, a lot for each. */
export async function grantedLots(studentId: number, lots: readonly Partial<GrantCreditsRequest>[]): Promise<void> {
  for (const lot of lots) await services.credits.grantCredits({ studentId, ...lot }, asPart(randomUUID()));
}

/** Puts a person on record who has no account yet. A woman, non-member of college 234, unless said otherwise. */
export const anEnrolled = (about: About = {}): Promise<Enrolled> => record(about);

/** Puts a person on record with an account, and signs in. */
export async function aStudent(about: About = {}): Promise<SignedIn> {
  const enrolled = await record(about, aPassword);
  const person = new Person((about.place ?? thePortal).url);
  await person.do(login, { email: enrolled.email, password: aPassword });
  return { ...enrolled, password: aPassword, person };
}

/** Bars a student from registering, or stops only the buying; known to every service when this returns. */
export async function barStudent(id: number, bars: { deniedRegistration: boolean; buyingStopped: boolean }): Promise<void> {
  await services.students.setStudentBars({ studentId: id, ...bars }, asPart(randomUUID()));
  const [{ version = '0' } = {}] = await sql<{ version: string }>('identity', 'SELECT version FROM student WHERE id = $1', [id]);
  for (const service of ['registration', 'payments'] as const)
    await until(
      () => sql(service, 'SELECT 1 FROM student_copy WHERE id = $1 AND version < $2', [id, version]),
      (behind) => behind.length === 0,
    );
}
