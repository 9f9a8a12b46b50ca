import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { holds, type Role, roles } from '@portal/contract/access';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import type { Problem } from '@portal/contract/problem';
import { type Answer, Person } from '../person.ts';
import { signedInStaff } from '../staff.ts';
import { anEnrolled, aStudent, type Enrolled, type SignedIn } from '../students.ts';
import { aBusyStudent } from './busy-student.ts';
import { exampleOf, nothing, type Things } from './examples.ts';

/** A school that is not the one of the students that these tests make. */
const SCHOOL = 151;

/** What TTI calls the student of these tests. */
const OWN_AT_TTI = `e2e${Date.now()}`;

/** The example, about the student's own record at TTI where it names one: of a stranger she is told that she may not. */
function ownExampleOf(name: string): Readonly<Record<string, unknown>> {
  const example = exampleOf(name);
  if (name === 'getTTIStudentInfo') return { ...example, student_id: OWN_AT_TTI };
  return 'ttiStudentId' in example ? { ...example, ttiStudentId: OWN_AT_TTI } : example;
}

const people = new Map<Role | 'nobody', Person>();
let student: SignedIn;
let other: Enrolled;
let victim: { student: SignedIn; things: Things };

beforeAll(async () => {
  const staffRoles = roles.filter((role) => role !== 'ROLE_STUDENT');
  const staff = await Promise.all(staffRoles.map((role) => signedInStaff(role, role === 'ROLE_SCHOOL_ADMIN' ? { schoolId: SCHOOL } : {})));
  for (const [at, role] of staffRoles.entries()) people.set(role, staff[at] as Person);
  [student, other, victim] = await Promise.all([aStudent({ ttiStudentId: OWN_AT_TTI }), anEnrolled(), aBusyStudent()]);
  people.set('ROLE_STUDENT', student.person).set('nobody', new Person());
});

const closed = calls.filter(({ call }) => !call.access.includes('public'));

/** Whether the contract lets the role in: the two kinds of account never open each other's calls. */
const mayCall = (call: CallSpec, role: Role): boolean =>
  call.access.some((key) => (key === 'student') === (role === 'ROLE_STUDENT') && holds([role], key));

const ask = (role: Role | 'nobody', call: CallSpec, input: Readonly<Record<string, unknown>>): Promise<Answer<Problem>> =>
  (people.get(role) as Person).ask(call, input, call.keyed ? randomUUID() : undefined) as Promise<Answer<Problem>>;

const doorCodes = ['not_signed_in', 'session_over', 'forbidden', 'other_student'];

describe.each(closed)('$name', ({ name, call }) => {
  test('is closed to who has not signed in', async () => {
    const { status, body } = await ask('nobody', call, exampleOf(name));
    expect([status, body.code, body.detail]).toEqual([401, 'not_signed_in', 'Please sign in.']);
  });

  test('lets in exactly the roles of the contract', async () => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const role of roles) {
      const about = call.onStudent && role !== 'ROLE_STUDENT' ? { student_id: other.id } : {};
      const { status, body } = await ask(role, call, { ...ownExampleOf(name), ...about });
      expected[role] = mayCall(call, role) ? 'in' : '403 forbidden';
      // a school admin is let in only to students of the own school: for them everybody else is not there
      found[role] = doorCodes.includes(body.code) ? `${status} ${body.code}` : status < 500 ? 'in' : `${status} ${body.code}`;
    }
    expect(found).toEqual(expected);
  });
});

describe('a student', () => {
  test.each(calls.filter(({ call }) => call.onStudent && call.access.includes('student')))(
    'who names somebody else in $name is refused',
    async ({ name, call }) => {
      for (const field of ['student_id', 'studentId'])
        for (const id of [other.id, String(other.id), 0, 'x', [other.id]]) {
          const { status, body } = await ask('ROLE_STUDENT', call, { ...exampleOf(name), [field]: id });
          expect({ field, id, status, code: body.code }).toEqual({ field, id, status: 403, code: 'other_student' });
        }
    },
  );

  test.each(calls.filter(({ call }) => call.onStudent && call.access.includes('student')))(
    'may name herself in $name',
    async ({ name, call }) => {
      const { status, body } = await ask('ROLE_STUDENT', call, { ...exampleOf(name), student_id: student.id });
      expect([status < 500, doorCodes.includes(body.code)]).toEqual([true, false]);
    },
  );

  test('who asks for the record of somebody else is refused', async () => {
    const { status, body } = await student.person.send<Problem>('POST', '/api/getStudentInfo', JSON.stringify({ student_id: other.id }));
    expect([status, body.code, body.detail]).toEqual([403, 'other_student', 'You can only do this for your own account.']);
  });

  test.each([
    { name: 'cancelExamRegistration' },
    { name: 'scheduleSessionForRegistration' },
    { name: 'cancelSession' },
    { name: 'payProctorFee' },
    { name: 'payProctorFeeWithPaymentProfile' },
    { name: 'purchasePackageWithProfile' },
    { name: 'purchaseCreditsWithProfile' },
    { name: 'submitPaymentAndGetExam' },
    { name: 'addStudentExamToProctor' },
    { name: 'addExamForStudent' },
    { name: 'startExamProgram' },
    { name: 'setProctorReserved' },
    { name: 'checkProgramCompleted' },
    { name: 'checkOnlineAccess' },
    { name: 'getCoopersmithAssignments' },
    { name: 'uploadCoopersmithAssignment' },
  ])('who names what belongs to somebody else in $name does not find it', async ({ name }) => {
    const call = calls.find((one) => one.name === name)?.call as CallSpec;
    const input = { ...exampleOf(name, victim.things), ...(await rightSums(name)) };
    const { status, body } = await ask('ROLE_STUDENT', call, input);
    expect({ status, code: body.code }).toEqual({ status: 404, code: expect.stringMatching(/not_found$/) });
  });

  test('who was tried upon has everything as it was', async () => {
    expect(
      await victim.student.person.ask(calls.find(({ name }) => name === 'getSessionsByStudentId')?.call as CallSpec, {}),
    ).toMatchObject({
      status: 200,
      body: [{ testSessionId: victim.things.sessionId, hasASeat: true }],
    });
  });
});

/** Sums that are right for the asking student, so that nothing but the ownership is wrong. */
async function rightSums(name: string): Promise<Readonly<Record<string, unknown>>> {
  if (name === 'purchasePackageWithProfile') return packageSum();
  const numberOfCredits = 8;
  const price = await creditPrice();
  return ['purchaseCreditsWithProfile', 'submitPaymentAndGetExam'].includes(name)
    ? { numberOfCredits, amount: numberOfCredits * price }
    : {};
}
async function creditPrice(): Promise<number> {
  const { body } = await student.person.send<{ pricePerCredit: number }>('POST', '/api/getCreditsInfo', '{}');
  return body.pricePerCredit;
}
async function packageSum(): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await student.person.send<{ packages: { id: number; purchase_price: number }[] }>(
    'GET',
    '/api/getPackagesTypesToDisplay',
  );
  const [offer] = body.packages;
  return { packageId: offer?.id, amount: offer?.purchase_price };
}

/** Refusals of staff who may not do it for any student, or of what the student would have to have. */
const beforeTheStudent = ['staff_cannot_start', 'staff_cannot_upload', 'not_registered'];

describe('staff who name a student that nobody has on record', () => {
  test.each(closed.filter(({ call }) => call.onStudent && call.access.some((key) => key !== 'student')))(
    'do not find her by $name',
    async ({ name, call }) => {
      const role = roles.find((one) => one !== 'ROLE_STUDENT' && one !== 'ROLE_SCHOOL_ADMIN' && mayCall(call, one)) as Role;
      const { status, body } = await ask(role, call, { ...exampleOf(name), student_id: 2_000_000_009 });
      const isFound = status !== 404 && !beforeTheStudent.includes(body.code);
      expect({ isFound, status, code: body.code }).toEqual({ isFound: false, status, code: body.code });
    },
  );
});

describe('a school admin', () => {
  test.each(closed.filter(({ call }) => call.onStudent && call.access.includes('school')))(
    'does not find students of other schools by $name',
    async ({ name, call }) => {
      const { status } = await ask('ROLE_SCHOOL_ADMIN', call, { ...exampleOf(name, nothing), student_id: other.id });
      expect(status).toBe(404);
    },
  );
});
