import { randomInt } from 'node:crypto';
import { login } from '@portal/contract/students/auth';
import { type CallOptions, client } from '@portal/kit/grpc/client';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { Person } from '../portal-user/person.ts';

const students = client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'operator');
const credits = client(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'operator');
const password = 'Study4JSE!';
let made = 0;

/** Calls of the BFF itself. */
export const asBff: CallOptions = {
  actor: { kind: 'service', id: 0, roles: [], name: 'bff', via: 'bff' },
};

/** Calls of an operator's tool, about a student if one is named. */
export const asTool = (studentId?: number): CallOptions => ({
  actor: {
    kind: 'service',
    id: 0,
    roles: [],
    name: 'bench',
    via: 'operator',
    ...(studentId === undefined ? {} : { studentId }),
  },
  key: crypto.randomUUID(),
});

/** Creates a woman on record with an account. */
export async function aStudent(): Promise<{ id: number; email: string }> {
  made++;
  const word = crypto.randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  const email = `bench.${word}@student.test`;
  const { student } = await students.addStudent(
    {
      student: {
        firstName: 'Bench',
        lastName: 'Student',
        dob: `19${60 + (made % 39)}-0${1 + (made % 9)}-1${made % 10}`,
        last4Ssn: String(randomInt(10_000)).padStart(4, '0'),
        gender: '2',
        email,
        cellphone: '718-555-0100',
        address: '1 Main Street',
        city: 'Brooklyn',
        state: 'NY',
        zip: '11230',
        country: 'United States',
        collegeId: 234,
        membershipTypeId: 1,
      },
      password,
      confirmDoubleSsnDob: true,
    },
    asTool(),
  );
  return { id: student?.id ?? 0, email };
}

/** Grants credits; with a proctor fee of 0 a session can be booked without payment. */
export const grant = (studentId: number, count: number, proctorFeeCents = 1500) =>
  credits.grantCredits({ studentId, credits: count, proctorFeeCents }, asTool(studentId));

/** Signs the student in at a browser. */
export async function signedIn(url: string, { email }: { email: string }): Promise<Person> {
  const person = new Person(url);
  await person.do(login, { email, password });
  return person;
}

/** Does the same for each, a few at a time. */
export async function forEach<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = 8,
): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next; next = queue.shift())
        results[next[0]] = await work(next[1]);
    }),
  );
  return results;
}
