import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, can, holdersOf, NOBODY } from '@portal/access/can';
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
import { type Answer, Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent, type Enrolled, type SignedIn } from '../../people/students.ts';
import { aBusyStudent } from './busy-student.ts';

/** The school of the school admin, and of the student for whom they may act. */
const SCHOOL = 151;

/** The id at TTI of the student of these tests. */
const OWN_AT_TTI = `e2e${steadyNow().getTime()}`;

/**
 * Returns the example with the student's own id at TTI where it names one, since another id is
 * refused.
 */
function ownExampleOf(name: string): Readonly<Record<string, unknown>> {
  const example = exampleOf(name);
  if (name === 'getTTIStudentInfo') return { ...example, student_id: OWN_AT_TTI };
  return 'ttiStudentId' in example ? { ...example, ttiStudentId: OWN_AT_TTI } : example;
}

const people = new Map<Role | 'visitor', Person>();
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
  people.set(STUDENT_ROLE, student.person).set('visitor', new Person());
});

function accountOf(role: Role): Account {
  return { kind: kindOf([role]), roles: [role], schoolId: SCHOOL };
}

const ask = (
  role: Role | 'visitor',
  call: CallSpec,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer<Problem>> =>
  (people.get(role) as Person).ask(call, input, call.keyed ? randomUUID() : undefined) as Promise<
    Answer<Problem>
  >;

/** Makes a call, about a student where the call is about one and the role is of staff. */
const askAbout = (
  role: Role | 'visitor',
  { name, call }: Named,
  student_id: number,
): Promise<Answer<Problem>> => {
  const isNamed = call.onStudent === true && role !== STUDENT_ROLE;
  return ask(role, call, { ...ownExampleOf(name), ...(isNamed ? { student_id } : {}) });
};

type Named = (typeof calls)[number];
const NOBODY_S_ID = 2_000_000_009;
const doorCodes = ['not_signed_in', 'session_over', 'forbidden', 'other_student'];
/** Refusals of staff for any student, or of students who lack something. */
const beforeTheStudent = ['staff_cannot_start', 'staff_cannot_upload', 'not_registered'];

/** One call of each permission that not all people hold, about a student if possible. */
const ofPermissions: readonly Named[] = [
  ...Map.groupBy(calls, ({ call }) => call.permission).values(),
].flatMap((all) => {
  const named = all.find(({ call }) => call.onStudent) ?? all[0];
  return named && !can(NOBODY, named.call.permission) ? [named] : [];
});

/** Returns one role that may make a call, and one that may not. */
function triedAs({ call: { permission } }: Named): { holder: Role; other: Role | 'visitor' } {
  const holders = holdersOf(permission);
  return {
    holder: (holders.find((role) => role !== SCHOOL_ROLE) ?? holders[0]) as Role,
    other: ROLES.find((role) => !holders.includes(role)) ?? 'visitor',
  };
}

const isOfSchool = ({ permission }: CallSpec): boolean => can(accountOf(SCHOOL_ROLE), permission);

/** Returns a role that may act for any student by a call. */
const staffWhoMay = ({ permission }: CallSpec): Role | undefined =>
  STAFF_ROLES.find((role) => role !== SCHOOL_ROLE && can(accountOf(role), permission));

// every call as every role: bff/src/testing/every-call/roles.test.ts
describe.each(ofPermissions.map((named) => ({ ...named, ...triedAs(named) })))(
  '$call.permission',
  ({ holder, other: stranger, ...named }) => {
    const { name, call } = named;
    const hides = call.onStudent ? ', and hides others' : '';

    test(`opens ${name} to ${holder} and not to ${stranger}${hides}`, async () => {
      const { status, body } = await askAbout(holder, named, schoolStudent.id);
      const isSeen = !(call.onStudent && body.code === 'student_not_found');
      expect({ status, body, isIn: status < 500 && !doorCodes.includes(body.code) }).toEqual({
        status,
        body,
        isIn: isSeen,
      });
      const refused = await askAbout(stranger, named, schoolStudent.id);
      expect([refused.status, refused.body.code]).toEqual(
        stranger === 'visitor' ? [401, 'not_signed_in'] : [403, 'forbidden'],
      );
      if (!call.onStudent) return;
      if (isOfSchool(call)) await hidesOtherSchools(named);
      const role = staffWhoMay(call);
      if (role !== undefined) await hidesUnknownStudents(role, named);
    });
  },
);

/** A school admin finds only students of their school by a call. */
async function hidesOtherSchools(named: Named): Promise<void> {
  const own = await askAbout(SCHOOL_ROLE, named, schoolStudent.id);
  expect([own.status < 500, own.body.code]).toEqual([
    true,
    expect.not.stringMatching(/^(forbidden|student_not_found)$/),
  ]);
  const { status, body } = await askAbout(SCHOOL_ROLE, named, other.id);
  expect([status, body.code]).toEqual([404, expect.stringMatching(/_not_found$/)]);
}

async function hidesUnknownStudents(role: Role, named: Named): Promise<void> {
  const { status, body } = await askAbout(role, named, NOBODY_S_ID);
  const isFound = status !== 404 && !beforeTheStudent.includes(body.code);
  expect({ status, code: body.code, isFound }).toEqual({
    status,
    code: body.code,
    isFound: false,
  });
}

describe('a student', () => {
  test("is refused another student's record", async () => {
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
  ])("does not find another student's things by $name", async ({ name }) => {
    const call = calls.find((one) => one.name === name)?.call as CallSpec;
    const input = { ...exampleOf(name, victim.things), ...(await rightSums(name)) };
    const { status, body } = await ask(STUDENT_ROLE, call, input);
    expect({ status, code: body.code }).toEqual({
      status: 404,
      code: expect.stringMatching(/not_found$/),
    });
  });

  test('is unaffected by the attempts of others', async () => {
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

/** Returns amounts that are right for the student, so that only the ownership is wrong. */
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
