import { can, holdersOf, NOBODY } from '@portal/access/can';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { Person } from '../../people/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';

/** Somebody who may make a call, and what to add so that it is about a student. */
export interface Asker {
  readonly person: Person;
  readonly about: Readonly<Record<string, unknown>>;
}

/**
 * A student, a super admin, tech support, and for each call the one of them who may make it; a
 * stranger for those that are open to everybody.
 */
export async function someAskers(): Promise<{
  student: SignedIn;
  admin: Person;
  asker: (call: CallSpec) => Asker;
}> {
  const [student, admin, techSupport] = await Promise.all([
    aStudent(),
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_TECH_SUPPORT'),
  ]);
  return {
    student,
    admin,
    asker: (call) => {
      if (can(NOBODY, call.permission)) return { person: new Person(), about: {} };
      const holders = holdersOf(call.permission);
      if (holders.includes('ROLE_STUDENT')) return { person: student.person, about: {} };
      const person = holders.includes('ROLE_SUPER_ADMIN') ? admin : techSupport;
      return { person, about: call.onStudent ? { student_id: student.id } : {} };
    },
  };
}

/** Every call that changes something. */
export const changes = calls.filter(({ call }) => call.method === 'POST');
