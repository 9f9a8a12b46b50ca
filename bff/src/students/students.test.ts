import { expect, test } from '@jest/globals';
import { findStudent } from '@portal/contract/students/lookup';
import * as contract from '@portal/contract/students/student';
import { notFound } from '@portal/kit/errors';
import { StudentPackage } from '@portal/proto/payments/v1/credits';
import { OfficeRegistration } from '@portal/proto/registration/v1/online_office';
import {
  aPortal,
  aStaffSession,
  aStudentSession,
  type FakeServices,
  problemIn,
} from '../testing/portal.ts';
import { aStudent, catalogOf, someCredits } from '../testing/records.ts';

const withRecord = (
  getStudent: (request: never, by: never) => unknown,
  registrations: FakeServices[string][string] = {},
) =>
  aPortal({
    services: {
      catalog: catalogOf(),
      identity: { students: { getStudent } },
      registration: { registrations },
      payments: { credits: { getCredits: () => ({ credits: someCredits() }) } },
      schools: { schools: { listSchools: () => Promise.reject(new Error('down')) } },
    },
  });
type RequestContext = { actor: { studentId: number } };

test('credits are grouped by their vendors', async () => {
  const bound = [
    { id: 1, displayName: 'Oldest', examsAllowed: [7, 8], balance: 2 },
    { id: 2, displayName: 'Newer', examsAllowed: [8, 9], balance: 1 },
  ];
  const credits = someCredits({
    total: 12,
    vendors14: 2,
    vendor3: 1,
    generic: 6,
    examAllowedPackages: bound,
    examAllowedBalance: 3,
    vendorSpecific: true,
    buyingDisabled: true,
    freeSeminaryRetake: 4,
    specialPackages: [{ id: 3, displayName: 'Special' }],
  });
  const portal = await aPortal({
    services: { catalog: catalogOf(), payments: { credits: { getCredits: () => ({ credits }) } } },
  });
  const answer = await portal.post(
    '/api/getCreditsInfo',
    {},
    await portal.signedIn(aStudentSession()),
  );
  expect(contract.getCreditsInfo.answer.parse(await answer.json())).toEqual({
    totalCredits: 12,
    creditsDetails: { '1,4': 2, '3': 1, generic: 6 },
    pricePerCredit: 52.5,
    standardProctorFee: 15,
    specialPackages: [{ id: 3, display_name: 'Special' }],
    examAllowedPackage: { id: 1, display_name: 'Oldest', exams_allowed: [7, 8, 9] },
    examAllowedPckCreditBalance: 3,
    examAllowedPackages: [
      { id: 1, display_name: 'Oldest', exams_allowed: [7, 8], balance: 2 },
      { id: 2, display_name: 'Newer', exams_allowed: [8, 9], balance: 1 },
    ],
    vendorSpecificPackage: true,
    packageBuyingDisabled: true,
    freeCreditForSeminaryStudyRetakes: 4,
  });
});

test('a student reads the own record, even while the school name is unavailable', async () => {
  const portal = await withRecord(() => ({ student: aStudent({ schoolId: 151 }) }));
  const answer = await portal.post(
    '/api/getStudentInfo',
    { student_id: 12 },
    await portal.signedIn(aStudentSession()),
  );
  const { student, creditsInfo } = contract.getStudentInfo.answer.parse(await answer.json());
  expect([student.id, student.schoolId, student.schoolName, 'createdOn' in student]).toEqual([
    12,
    151,
    null,
    false,
  ]);
  expect(creditsInfo.totalCredits).toBe(6);
});

test('staff read the named student, with the author of the last change', async () => {
  const seen: unknown[] = [];
  const portal = await withRecord((_, by) => {
    seen.push((by as RequestContext).actor.studentId);
    return { student: aStudent({ createdBy: 'admin' }) };
  });
  const answer = await portal.post(
    '/api/getStudentInfo',
    { studentId: '12' },
    await portal.signedIn(aStaffSession('ROLE_ADMIN')),
  );
  expect(contract.getStudentInfo.answer.parse(await answer.json()).student).toMatchObject({
    createdOn: '2025-01-01T00:00:00.000Z',
    createdBy: 'admin',
  });
  expect(seen).toEqual([12]);
});

test('a student cannot read another one, by neither kind of id', async () => {
  const portal = await withRecord(() => ({ student: aStudent({ id: 13 }) }));
  const cookie = await portal.signedIn(aStudentSession(12));
  for (const body of [{ student_id: 13 }, { student_id: 'T-900', isTtiMember: true }]) {
    const answer = await portal.post('/api/getStudentInfo', body, cookie);
    expect([answer.status, (await problemIn(answer)).code]).toEqual([403, 'other_student']);
  }
});

test('staff find a student by the id at TTI, or learn that there is none', async () => {
  const requests: unknown[] = [];
  const portal = await withRecord((request) => {
    requests.push(request);
    if (requests.length > 1) throw notFound('student_not_found', 'No student found');
    return { student: aStudent() };
  });
  const cookie = await portal.signedIn(aStaffSession('ROLE_ADVISOR'));
  const body = { student_id: 900, isTtiMember: 'true' };
  expect((await portal.post('/api/getStudentInfo', body, cookie)).status).toBe(200);
  expect(await problemIn(await portal.post('/api/getStudentInfo', body, cookie))).toMatchObject({
    status: 404,
    detail: 'No student found',
  });
  expect(requests[0]).toEqual({ ttiStudentId: '900' });
});

test('study materials go to the address on record', async () => {
  const portal = await withRecord(() => ({}), {
    sendStudyMaterials: () => ({ sentTo: 'dana@student.test' }),
  });
  const answer = await portal.post(
    '/api/emailStudyMaterials',
    { examId: 101 },
    await portal.signedIn(aStudentSession()),
  );
  expect(await answer.json()).toEqual({
    successMessage: 'The study materials were sent to dana@student.test.',
  });
});

test('found students come with their own registrations and packages', async () => {
  const createdAt = new Date('2026-03-01T15:00:00Z');
  const registrations = [
    { id: 3, studentId: 12, status: 'registered' },
    { id: 2, studentId: 13, status: 'taken' },
    { id: 1, studentId: 12, status: 'cancelled' },
  ].map((one) => OfficeRegistration.fromPartial({ examId: 101, createdAt, ...one }));
  const packages = [
    { id: 6, credits: 2, balance: 1, active: true },
    { id: 5, credits: 8, balance: 0, active: false, name: 'Refunded' },
    { id: 4, credits: 9, balance: 9, active: true, name: 'Nine', paidCents: 40_050 },
  ].map((one) => StudentPackage.fromPartial({ studentId: 12, purchasedAt: createdAt, ...one }));
  const requests: unknown[] = [];
  const portal = await aPortal({
    services: {
      identity: {
        students: {
          searchStudents: () => ({ students: [aStudent(), aStudent({ id: 13 })], total: 2 }),
        },
      },
      registration: {
        registrations: {
          listOfStudents: (request: unknown) => {
            requests.push(request);
            return { registrations };
          },
        },
      },
      payments: { credits: { listPackagesOfStudents: () => ({ packages }) } },
      schools: { schools: { listSchools: () => ({ schools: [] }) } },
    },
  });
  const answer = await portal.post(
    findStudent.path,
    { lastName: 'Levi' },
    await portal.signedIn(aStaffSession('ROLE_ADVISOR')),
  );
  const [first, second] = findStudent.answer.parse(await answer.json());
  expect(requests).toEqual([{ studentIds: [12, 13] }]);
  expect(first).toMatchObject({
    numActiveRegistrations: 1,
    latestActivePackage: 'Nine',
    registrations: [
      { id: 3, status: 'Created' },
      { id: 1, active: false },
    ],
    studentPackages: [
      { display_name: 'Single credits', number_of_credits: 2, credit_balance: 1 },
      { display_name: 'Refunded', active: false },
      { display_name: 'Nine', purchase_price: 400.5 },
    ],
  });
  expect([second?.registrations.length, second?.studentPackages]).toEqual([1, []]);
});
