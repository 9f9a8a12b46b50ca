import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import * as contract from '@portal/contract/purchases/payments';
import { portalWith } from '../testing/paying-portal.ts';
import { aStaffSession, aStudentSession } from '../testing/portal.ts';
import { aPackage, catalogOf, someCredits } from '../testing/records.ts';

test('a package is assigned only by those who may', async () => {
  const given = {
    id: 7,
    studentId: 12,
    purchasedAt: TEST_NOW,
    name: 'Office 16',
    paidCents: 0,
    credits: 16,
    balance: 16,
    active: true,
  };
  const { made } = portalWith({
    assignPackage: () => ({ credits: someCredits({ total: 16 }), package: given }),
  });
  const portal = await made;
  const assign = async (...roles: string[]) =>
    portal.post(
      '/api/admin/purchasePackage',
      { packageId: 5, student_id: 12 },
      await portal.signedIn(aStaffSession(...roles)),
    );
  expect((await assign('ROLE_ADMIN')).status).toBe(403);
  expect(
    contract.purchasePackage.answer.parse(await (await assign('ROLE_ADVISOR_ADMIN')).json()),
  ).toMatchObject({
    totCreditsAvailable: 16,
    studentPackage: { id: 7, display_name: 'Office 16', purchase_price: 0, credit_balance: 16 },
  });
});

const offered = [
  aPackage(),
  aPackage({ id: 6, adminOnly: true }),
  aPackage({ id: 7, active: false }),
  aPackage({ id: 8, isSpecialProgram: true, seminaryStudyTtiProgramId: 40 }),
  aPackage({ id: 9, isSpecialProgram: true, seminaryStudyTtiProgramId: 41 }),
  aPackage({ id: 10, isSpecialProgram: true, seminaryStudyTtiProgramId: 40, year: 2020 }),
  aPackage({ id: 11, isSpecialProgram: true, examsAllowed: [101, 102] }),
  aPackage({ id: 12, examsAllowed: [103] }),
  aPackage({ id: 13, isSpecialProgram: true }),
];
const programs = {
  students: { listStudentPrograms: () => ({ programs: [{ programId: 40, year: 2026 }] }) },
};

test.each([
  { who: aStudentSession(), sees: [5, 8, 11], adminOnly: [], comment: null },
  {
    who: aStaffSession('ROLE_SUPPORT', 'ROLE_ADVISOR'),
    sees: [5, 8, 9, 10, 11, 12, 13],
    adminOnly: [],
    comment: null,
  },
  {
    who: aStaffSession('ROLE_ADMIN'),
    sees: [5, 8, 9, 10, 11, 12, 13],
    adminOnly: [6],
    comment: 'for the office',
  },
  {
    who: aStaffSession('ROLE_ADVISOR_ADMIN'),
    sees: [5, 8, 9, 10, 11, 12, 13],
    adminOnly: [6],
    comment: 'for the office',
  },
])(
  'a $who.kind with $who.roles sees the packages $sees and $adminOnly',
  async ({ who, sees, adminOnly, comment }) => {
    const takeable = { registrations: { listTakeableExams: () => ({ examIds: [102] }) } };
    const { made } = portalWith(
      {},
      { catalog: catalogOf({ packages: offered }), seminary: programs, registration: takeable },
    );
    const portal = await made;
    const answer = await portal.get('/api/getPackagesTypesToDisplay', await portal.signedIn(who));
    const shown = contract.getPackagesTypesToDisplay.answer.parse(await answer.json());
    expect([
      shown.packages.map(({ id }) => id),
      shown.adminOnlyPackages.map(({ id }) => id),
    ]).toEqual([sees, adminOnly]);
    const isStaff = who.kind === 'staff';
    expect(shown.canAssign).toBe(isStaff ? who.roles.includes('ROLE_ADVISOR_ADMIN') : undefined);
    expect(shown.packages[0]).toMatchObject({
      purchase_price: 450.5,
      proctor_fee_price: 10,
      internal_comment: comment,
    });
  },
);
