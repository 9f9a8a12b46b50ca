import { can, holdersOf, NOBODY } from '@portal/access/can';
import type { CallSpec } from '@portal/contract/call';
import { Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';

/** A person who may make a call, and the input that names a student. */
export interface Asker {
  readonly person: Person;
  readonly about: Readonly<Record<string, unknown>>;
}

/**
 * Creates a student, a super admin and tech support. `asker` returns the one who may make a call,
 * or a visitor for public calls.
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
