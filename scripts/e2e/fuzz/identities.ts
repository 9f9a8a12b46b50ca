import { randomInt } from 'node:crypto';
import { type Role, SCHOOL_ROLE, STAFF_ROLES, STUDENT_ROLE } from '@portal/access/roles';
import type { Things } from '@portal/contract/testing/example-things';
import { demoStaff, demoStudent } from '../../portal-user/demo-people.ts';
import { aBusyStudent } from '../calls/every-call/busy-student.ts';
import { signedInStaff, someStaff } from '../people/staff.ts';
import { anEnrolled, aStudent } from '../people/students.ts';

/** The role whose session sends cases; the last one sends them without a session. */
export type Identity = Role | 'nobody';
export const IDENTITIES: readonly Identity[] = [...STAFF_ROLES, STUDENT_ROLE, 'nobody'];

/** The school of the school admin, and of a student for whom they may act. */
const SCHOOL = 151;

/** Existing values by the name of the field, which are tried beside generated ones. */
export type Pools = Readonly<Record<string, readonly (number | string)[]>>;

/**
 * Creates people on a portal of the run's own: each sign-in is a new account of the role, since
 * cases may change the one before. Returns existing values for cases, too.
 */
export async function madePeople(): Promise<{
  signIn: (identity: Identity) => Promise<string>;
  pools: Pools;
}> {
  const [one, two, ofSchool, plain, staff] = await Promise.all([
    aBusyStudent(),
    aBusyStudent(),
    anEnrolled({ schoolId: SCHOOL }),
    anEnrolled(),
    someStaff('ROLE_SUPPORT'),
  ]);
  const busy = [one, two];
  const each = <T extends keyof Things>(name: T) => busy.map(({ things }) => things[name]);
  const students = [...busy.map(({ student }) => student.id), ofSchool.id, plain.id];
  let isFirst = true;
  return {
    signIn: async (identity) => {
      if (identity === 'nobody') return '';
      // the first session of the student belongs to the one whose data the cases use
      if (identity === STUDENT_ROLE) {
        if (!isFirst) return (await aStudent({ credits: 8 })).person.cookieHeader;
        isFirst = false;
        return one.student.person.cookieHeader;
      }
      const about = identity === SCHOOL_ROLE ? { schoolId: SCHOOL } : {};
      return (await signedInStaff(identity, about)).cookieHeader;
    },
    pools: {
      student_id: students,
      studentId: students,
      examId: each('examId'),
      registrationId: each('registrationId'),
      regId: each('registrationId'),
      sessionId: each('sessionId'),
      testSessionId: each('sessionId'),
      packageId: each('packageId'),
      ccId: each('ccId'),
      schoolId: [SCHOOL],
      selectedSchool: [SCHOOL],
      locationId: [13],
      collegeId: [234],
      userId: [staff.id],
      vendorId: [1, 2, 3],
      numberOfCredits: [1, 2, 8],
      amount: [0, 15, 60],
    },
  };
}

/** Signs in the accounts of demo data, on a portal that already runs. */
export const demoPeople = (url: string): ((identity: Identity) => Promise<string>) => {
  return async (identity) => {
    if (identity === 'nobody') return '';
    const options = { address: `127.1.${randomInt(250)}.${randomInt(2, 250)}` };
    if (identity === STUDENT_ROLE) return (await demoStudent(url, options)).cookieHeader;
    const loginName = identity.replace('ROLE_', '').replaceAll('_', '').toLowerCase();
    return (await demoStaff(url, loginName, options)).cookieHeader;
  };
};
