import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, can, NOBODY, scopeOf } from '@portal/access/can';
import { PERMISSIONS } from '@portal/access/permissions';
import {
  kindOf,
  ROLES,
  type Role,
  SCHOOL_ROLE,
  STAFF_ROLES,
  STUDENT_ROLE,
} from '@portal/access/roles';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import type { Problem } from '@portal/contract/problem';
import type { Things } from '@portal/contract/testing/example-things';
import { exampleOf } from '@portal/contract/testing/examples';
import { steadyNow } from '@portal/kit/steady-clock';
import { type Answer, Person } from '../../people/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent, type Enrolled, type SignedIn } from '../../people/students.ts';
import { aBusyStudent } from './busy-student.ts';

/** The school of the school admin, and of the student whom they may act for. */
const SCHOOL = 151;

/** What TTI calls the student of these tests. */
const OWN_AT_TTI = `e2e${steadyNow().getTime()}`;

/**
 * The example, about the student's own record at TTI where it names one: of a stranger they are told
 * that they may not.
 */
function ownExampleOf(name: string): Readonly<Record<string, unknown>> {
  const example = exampleOf(name);
  if (name === 'getTTIStudentInfo') return { ...example, student_id: OWN_AT_TTI };
  return 'ttiStudentId' in example ? { ...example, ttiStudentId: OWN_AT_TTI } : example;
}

const people = new Map<Role | 'nobody', Person>();
let student: SignedIn;
let schoolStudent: Enrolled;
let other: Enrolled;
let victim: { student: SignedIn; things: Things };

beforeAll(async () => {
  const staff = await Promise.all(
    STAFF_ROLES.map((role) =>
      signedInStaff(role, role === SCHOOL_ROLE ? { schoolId: SCHOOL } : {}),
    ),
  );
  for (const [at, role] of STAFF_ROLES.entries()) people.set(role, staff[at] as Person);
  [student, schoolStudent, other, victim] = await Promise.all([
    aStudent({ ttiStudentId: OWN_AT_TTI }),
    anEnrolled({ schoolId: SCHOOL }),
    anEnrolled(),
    aBusyStudent(),
  ]);
  people.set(STUDENT_ROLE, student.person).set('nobody', new Person());
});

const closed = calls.filter(({ call }) => !can(NOBODY, call.permission));
const ofStudents = closed.filter(
  ({ call }) => call.onStudent && can(accountOf(STUDENT_ROLE), call.permission),
);

function accountOf(role: Role): Account {
  return { kind: kindOf([role]), roles: [role], schoolId: SCHOOL };
}

/** Whom a call may be about, as seen from who asks. */
const subjects = ['themself', 'of the own school', 'of no school'] as const;
type Subject = (typeof subjects)[number];

/** What names the subject in the input; students leave themselves out, staff have no self. */
function naming(call: CallSpec, role: Role, subject: Subject): object | null {
  if (subject === 'themself') return role === STUDENT_ROLE || !call.onStudent ? {} : null;
  if (!call.onStudent) return null;
  return { student_id: subject === 'of the own school' ? schoolStudent.id : other.id };
}

/** What the table of permissions says of it: let in, or how it is refused. */
function expectedOf({ permission }: CallSpec, role: Role, subject: Subject): string {
  const scope = scopeOf(accountOf(role), permission);
  if (scope === null) return '403 forbidden';
  if (role === STUDENT_ROLE && subject !== 'themself') return '403 other_student';
  return scope === 'own_school' && subject === 'of no school' ? '404' : 'in';
}

/**
 * A school admin and what is of no school: where the permission is about what belongs to a school,
 * it is the service that does not find it, and kit lets them in to be told so.
 */
const isOfSchool = ({ permission }: CallSpec, role: Role, subject: Subject): boolean =>
  PERMISSIONS[permission].about === 'school' && role === SCHOOL_ROLE && subject === 'of no school';

const ask = (
  role: Role | 'nobody',
  call: CallSpec,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer<Problem>> =>
  (people.get(role) as Person).ask(call, input, call.keyed ? randomUUID() : undefined) as Promise<
    Answer<Problem>
  >;

const doorCodes = ['not_signed_in', 'session_over', 'forbidden', 'other_student'];

describe.each(closed)('$name', ({ name, call }) => {
  test('is closed to whoever has not signed in', async () => {
    const { status, body } = await ask('nobody', call, exampleOf(name));
    expect([status, body.code, body.detail]).toEqual([401, 'not_signed_in', 'Please log in.']);
  });

  test('lets in whom its permission says, for whom it says', async () => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const role of ROLES) {
      for (const subject of subjects) {
        const named = naming(call, role, subject);
        if (named === null) continue;
        const { status, body } = await ask(role, call, { ...ownExampleOf(name), ...named });
        const row = `${role}, a student ${subject}`;
        expected[row] = expectedOf(call, role, subject);
        // what the example names is nowhere: who is told so was let in, unless it is the student
        const isLetIn = !doorCodes.includes(body.code) && status < 500;
        const isNotSeen =
          call.onStudent &&
          (body.code === 'student_not_found' ||
            (status === 404 && isOfSchool(call, role, subject)));
        found[row] = isNotSeen ? '404' : isLetIn ? 'in' : `${status} ${body.code}`;
      }
    }
    expect(found).toEqual(expected);
  });
});

describe('a student', () => {
  test.each(ofStudents)('who names somebody else in $name is refused', async ({ name, call }) => {
    for (const field of ['student_id', 'studentId'])
      for (const id of [other.id, String(other.id), 0, 'x', [other.id]]) {
        const { status, body } = await ask(STUDENT_ROLE, call, {
          ...exampleOf(name),
          [field]: id,
        });
        expect({ field, id, status, code: body.code }).toEqual({
          field,
          id,
          status: 403,
          code: 'other_student',
        });
      }
  });

  test.each(ofStudents)('may name themself in $name', async ({ name, call }) => {
    const { status, body } = await ask(STUDENT_ROLE, call, {
      ...exampleOf(name),
      student_id: student.id,
    });
    expect([status < 500, doorCodes.includes(body.code)]).toEqual([true, false]);
  });

  test('who asks for the record of somebody else is refused', async () => {
    const { status, body } = await student.person.send<Problem>(
      'POST',
      '/api/getStudentInfo',
      JSON.stringify({ student_id: other.id }),
    );
    expect([status, body.code, body.detail]).toEqual([
      403,
      'other_student',
      'You can only do this for your own account.',
    ]);
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
    { name: 'registerAndBookWithProfile' },
    { name: 'removePaymentMethod' },
    { name: 'setDefaultPaymentMethod' },
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
    const { status, body } = await ask(STUDENT_ROLE, call, input);
    expect({ status, code: body.code }).toEqual({
      status: 404,
      code: expect.stringMatching(/not_found$/),
    });
  });

  test('who was tried upon has everything as it was', async () => {
    expect(
      await victim.student.person.ask(
        calls.find(({ name }) => name === 'getSessionsByStudentId')?.call as CallSpec,
        {},
      ),
    ).toMatchObject({
      status: 200,
      body: [{ testSessionId: victim.things.sessionId, hasASeat: true }],
    });
  });
});

const PROCTOR_FEE = 15;

/** Sums that are right for the asking student, so that nothing but the ownership is wrong. */
async function rightSums(name: string): Promise<Readonly<Record<string, unknown>>> {
  if (name === 'purchasePackageWithProfile') return packageSum();
  const numberOfCredits = 8;
  const price = await creditPrice();
  if (name === 'registerAndBookWithProfile')
    return { numberOfCredits, amount: numberOfCredits * price + PROCTOR_FEE };
  return ['purchaseCreditsWithProfile', 'submitPaymentAndGetExam'].includes(name)
    ? { numberOfCredits, amount: numberOfCredits * price }
    : {};
}
async function creditPrice(): Promise<number> {
  const { body } = await student.person.send<{ pricePerCredit: number }>(
    'POST',
    '/api/getCreditsInfo',
    '{}',
  );
  return body.pricePerCredit;
}
async function packageSum(): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await student.person.send<{
    packages: { id: number; purchase_price: number }[];
  }>('GET', '/api/getPackagesTypesToDisplay');
  const [offer] = body.packages;
  return { packageId: offer?.id, amount: offer?.purchase_price };
}

/**
 * Refusals of staff who may not do it for any student, or of what the student would have to have.
 */
const beforeTheStudent = ['staff_cannot_start', 'staff_cannot_upload', 'not_registered'];

/** Roles that may act for any student by a call. */
const staffWhoMay = ({ permission }: CallSpec): Role[] =>
  STAFF_ROLES.filter((role) => role !== SCHOOL_ROLE && can(accountOf(role), permission));

describe('staff who name a student that nobody has on record', () => {
  test.each(closed.filter(({ call }) => call.onStudent && staffWhoMay(call).length > 0))(
    'do not find them by $name',
    async ({ name, call }) => {
      const [role] = staffWhoMay(call) as [Role];
      const { status, body } = await ask(role, call, {
        ...exampleOf(name),
        student_id: 2_000_000_009,
      });
      const isFound = status !== 404 && !beforeTheStudent.includes(body.code);
      expect({ isFound, status, code: body.code }).toEqual({
        isFound: false,
        status,
        code: body.code,
      });
    },
  );
});
